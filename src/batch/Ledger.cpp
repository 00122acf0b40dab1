#include "raceward/batch/Ledger.h"

#include "raceward/base/Text.h"
#include "raceward/batch/TaskItem.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>

namespace raceward::batch {

Ledger::Ledger(const std::vector<BatchTask> &tasks, CheckerSettings settings, Journal &journal,
               Memory memory)
    : tasks_(tasks), settings_(std::move(settings)), journal_(journal), memory_(std::move(memory)),
      questions_(tasks.size()), answers_(tasks.size()) {}

Ledger::Question Ledger::questionOf(std::size_t index) const {
  const BatchTask &task = tasks_[index];
  const Result<PackedTask> packed = packTask(task);
  if (!packed)
    return {task.key(), task.contentHash(), {}, packed.error().message};
  return {task.key(), packed->hash(), packed->files, {}};
}

std::string Ledger::idOf(std::size_t index, const std::vector<PackedFile> &files) const {
  return idOfTask(encode(itemFor(tasks_[index], files, settings_, memory_.build)));
}

void Ledger::readAll(unsigned jobs, const std::function<bool()> &interrupted) {
  std::atomic<std::size_t> next = 0;
  std::atomic<std::size_t> read = 0;
  std::atomic<bool> stop = false;
  const auto readSome = [&] {
    for (std::size_t i = next++; i < tasks_.size(); i = next++) {
      if (!stop)
        questions_[i] = questionOf(i);
      ++read;
    }
  };
  std::vector<std::thread> threads;
  try {
    for (std::size_t i = 0; i < std::min<std::size_t>(jobs, tasks_.size()); ++i)
      threads.emplace_back(readSome);
  } catch (const std::system_error &) {
    // Fewer threads still read everything.
  }
  while (!threads.empty() && read < tasks_.size() && !stop) {
    stop = interrupted && interrupted();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  for (std::thread &thread : threads)
    thread.join();
  readSome();
}

Result<void> Ledger::begin(unsigned jobs, const std::function<bool()> &interrupted, BatchUi &ui) {
  readAll(jobs, interrupted);
  takeFromJournal();
  if (reused_ > 0)
    ui.note("resuming: " + withThousands(reused_) + " of " + counted(tasks_.size(), "task") +
            " were finished by an earlier run");
  if (memory_.cache)
    if (const Result<void> taken = takeFromCache(); !taken)
      return taken;
  if (fromCache_ > 0)
    ui.note(withThousands(fromCache_) + " of " + counted(tasks_.size(), "task") +
            " are answered from the cache");
  if (!memory_.build.empty())
    noteUnknowable(ui);
  start_ = Clock::now();
  return {};
}

void Ledger::takeFromJournal() {
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    const JournalEntry *entry = journal_.find(questions_[i].key, questions_[i].contentHash);
    if (!entry)
      continue;
    enter(i, entry->answer);
    ++reused_;
  }
}

Result<void> Ledger::takeFromCache() {
  std::vector<Sent> known;
  for (const std::size_t i : pending()) {
    if (questions_[i].files.empty())
      continue;
    Result<std::optional<BatchAnswer>> found = memory_.cache->find(idOf(i, questions_[i].files));
    if (!found)
      return fail(found.error());
    if (*found && ((*found)->basis == AnswerBasis::Question || memory_.reuseLimits))
      known.push_back({i, std::move(**found)});
  }
  fromCache_ = known.size();
  return recordSent(known);
}

void Ledger::noteUnknowable(BatchUi &ui) const {
  std::size_t count = 0;
  std::string example;
  for (const std::size_t i : pending())
    if (questions_[i].files.empty() && count++ == 0)
      example = questions_[i].whyNot;
  if (count > 0)
    ui.note(counted(count, "task") + (count == 1 ? " needs" : " need") +
            " files that cannot be determined, and " + (count == 1 ? "is" : "are") +
            " checked here and never answered from the cache: " + example);
}

std::vector<std::size_t> Ledger::pending() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::size_t> pending;
  for (std::size_t i = 0; i < tasks_.size(); ++i)
    if (!answers_[i])
      pending.push_back(i);
  return pending;
}

Result<PackedTask> Ledger::pack(std::size_t index) {
  Result<PackedTask> packed = packTask(tasks_[index]);
  if (packed)
    questions_[index] = {tasks_[index].key(), packed->hash(), packed->files, {}};
  return packed;
}

Result<void> Ledger::recordOwn(std::size_t index, BatchAnswer answer) {
  const Question &question = questions_[index];
  const bool isSame = questionOf(index).contentHash == question.contentHash;
  if (isSame && !question.files.empty())
    keep(index, question.files, withSentNames(answer, tasks_[index], question.files));
  if (isSame)
    if (Result<void> kept = journal_.append(question.key, {question.contentHash, answer}); !kept)
      return kept;
  const std::lock_guard lock(mutex_);
  if (!isSame)
    warnings_.push_back("'" + tasks_[index].name() +
                        "' changed while it was checked; its result is not remembered");
  enter(index, std::move(answer));
  untold_.push_back(index);
  return {};
}

Result<void> Ledger::recordSent(const std::vector<Sent> &answers) {
  if (answers.empty())
    return {};
  std::vector<std::pair<std::string, JournalEntry>> entries;
  for (const auto &[index, answer] : answers) {
    const Question &question = questions_[index];
    keep(index, question.files, answer);
    entries.push_back(
        {question.key,
         {question.contentHash, withOwnNames(answer, tasks_[index], question.files)}});
  }
  if (Result<void> kept = journal_.append(entries); !kept)
    return kept;
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    enter(answers[i].index, std::move(entries[i].second.answer));
    untold_.push_back(answers[i].index);
  }
  return {};
}

void Ledger::keep(std::size_t index, const std::vector<PackedFile> &files,
                  const BatchAnswer &sent) {
  if (!memory_.cache)
    return;
  const Result<void> kept = memory_.cache->keep(idOf(index, files), sent);
  const std::lock_guard lock(mutex_);
  // A failure of the cache must not lose results.
  if (!kept && !cacheFailed_)
    warnings_.push_back(kept.error().message);
  cacheFailed_ |= !kept;
}

void Ledger::enter(std::size_t index, BatchAnswer answer) {
  counts_.add({tasks_[index], answer});
  answers_[index] = std::move(answer);
  ++finished_;
}

void Ledger::tell(BatchUi &ui) {
  std::vector<BatchResult> told;
  std::vector<std::string> warnings;
  {
    // The lock is not held during output, which may block on a slow terminal.
    const std::lock_guard lock(mutex_);
    for (const std::size_t index : untold_)
      told.push_back({tasks_[index], *answers_[index]});
    untold_.clear();
    warnings.swap(warnings_);
  }
  for (const std::string &warning : warnings)
    ui.warning(warning);
  for (const BatchResult &result : told)
    ui.finished(result);
}

BatchProgress Ledger::progress() const {
  const std::lock_guard lock(mutex_);
  BatchProgress progress;
  progress.total = tasks_.size();
  progress.finished = finished_;
  progress.counts = counts_;
  progress.elapsedSeconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const std::size_t here = finished_ - reused_ - fromCache_;
  if (here > 0)
    progress.remainingSeconds = progress.elapsedSeconds / static_cast<double>(here) *
                                static_cast<double>(tasks_.size() - finished_);
  return progress;
}

std::vector<BatchResult> Ledger::results() const {
  const std::lock_guard lock(mutex_);
  std::vector<BatchResult> results;
  for (std::size_t i = 0; i < tasks_.size(); ++i)
    if (answers_[i])
      results.push_back({tasks_[i], *answers_[i]});
  return results;
}

} // namespace raceward::batch
