#include "options/Sharing.h"

#include "terminal/Messages.h"

namespace raceward {

QueueSettings queueSettingsFrom(const OptionValues &options,
                                std::function<void(std::string_view)> onTrouble) {
  QueueSettings settings;
  settings.url = options.queue;
  settings.credentials = options.queueCredentials;
  settings.caFile = options.queueCa;
  settings.certificateFile = options.queueCertificate;
  settings.keyFile = options.queueKey;
  settings.replicas = *options.queueReplicas;
  settings.space = options.queueSpace;
  settings.onTrouble = std::move(onTrouble);
  return settings;
}

Result<WorkOptions> workOptionsFrom(const OptionValues &options) {
  if (options.isGiven(Option::checkpoint) && options.isGiven(Option::resume))
    return fail(Error::Kind::Usage, "--checkpoint begins a file, --resume goes on with one",
                "--resume alone keeps what is done as well");
  if (options.isGiven(Option::jobs) && options.isGiven(Option::queue))
    return fail(Error::Kind::Usage, "-j and --queue do not go together",
                "the workers at the queue do it: start more of them");
  WorkOptions work;
  work.jobs = options.jobs.value_or(0);
  work.checkpoint = options.checkpoint;
  work.resume = options.resume;
  work.log = options.workLog;
  if (options.isGiven(Option::queue))
    work.queue =
        queueSettingsFrom(options, [](std::string_view what) { printWarning(std::string(what)); });
  return work;
}

} // namespace raceward
