#include "ShareFlags.h"

#include "Messages.h"
#include "Values.h"

namespace raceward {

void ShareFlags::declare(OptionParser &parser) {
  using Use = OptionParser::Use;
  parser.value("-j,--jobs", "N", jobs_, "execute schedules in N processes (docs/use/parallel.md)")
      .harmless();
  parser.value("--checkpoint", "FILE", checkpoint_, "keep there what is done, to --resume later",
               Use::Rare);
  parser.value("--resume", "FILE", resume_, "go on with what --checkpoint kept", Use::Rare);
  parser.value("--work-log", "FILE", log_, "tell there of each piece of work, as JSON lines",
               Use::Rare);
  queue_.declare(parser, "let raceward worker do it, on any machine", Use::Rare);
}

std::string ShareFlags::given() const {
  if (!jobs_.empty())
    return "-j";
  if (!checkpoint_.empty())
    return "--checkpoint";
  if (!resume_.empty())
    return "--resume";
  return queue_.isGiven() ? "--queue" : "";
}

Result<WorkOptions> ShareFlags::options() const {
  WorkOptions options;
  if (!jobs_.empty()) {
    const Result<unsigned> jobs = jobsFrom(jobs_);
    if (!jobs)
      return fail(jobs.error());
    options.jobs = *jobs;
  }
  options.checkpoint = checkpoint_;
  options.resume = resume_;
  options.log = log_;
  if (!checkpoint_.empty() && !resume_.empty())
    return fail(Error::Kind::Usage, "--checkpoint begins a file, --resume goes on with one",
                "--resume alone keeps what is done, too");
  if (!queue_.isGiven())
    return options;
  if (!jobs_.empty())
    return fail(Error::Kind::Usage, "-j and --queue do not go together",
                "the workers at the queue do it: start more of them");
  Result<QueueSettings> queue =
      queue_.settings([](std::string_view what) { printWarning(std::string(what)); });
  if (!queue)
    return fail(queue.error());
  options.queue = std::move(*queue);
  return options;
}

} // namespace raceward
