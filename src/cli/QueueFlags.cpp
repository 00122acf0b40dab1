#include "QueueFlags.h"

#include "Values.h"

namespace raceward {

void QueueFlags::declare(OptionParser &parser, const std::string &help, OptionParser::Use use) {
  using Use = OptionParser::Use;
  parser.value("--queue", "URL", url_, help, use);
  parser.value("--queue-credentials", "FILE", credentials_, "who we are to the queue's server",
               Use::Rare);
  parser.value("--queue-ca", "FILE", caFile_, "certificates that the server's is checked with",
               Use::Rare);
  parser.value("--queue-cert", "FILE", certificateFile_, "certificate to show to the server",
               Use::Rare);
  parser.value("--queue-key", "FILE", keyFile_, "the key of that certificate", Use::Rare);
  parser.value("--queue-replicas", "N", replicas_, "on how many servers work is kept (1)",
               Use::Rare);
  parser.value("--queue-space", "NAME", space_, "keeps users of one server apart (raceward)",
               Use::Rare);
}

Result<QueueSettings> QueueFlags::settings(std::function<void(std::string_view)> onTrouble) const {
  QueueSettings settings;
  settings.url = url_;
  settings.credentials = credentials_;
  settings.caFile = caFile_;
  settings.certificateFile = certificateFile_;
  settings.keyFile = keyFile_;
  const Result<std::uint32_t> replicas = countFrom("--queue-replicas", replicas_);
  if (!replicas)
    return fail(replicas.error());
  if (!replicas_.empty())
    settings.replicas = *replicas;
  if (!space_.empty())
    settings.space = space_;
  settings.onTrouble = std::move(onTrouble);
  return settings;
}

} // namespace raceward
