#include "raceward/batch/AnswerCache.h"

#include "AnswerJson.h"
#include "raceward/base/Sha256.h"

#include <sqlite3.h>

namespace raceward::batch {

namespace {

/// SQLite's application id of a cache file: "RWac".
constexpr std::int64_t kApplication = 0x52576163;
constexpr std::int64_t kSchema = 1;
constexpr int kPatienceMilliseconds = 30'000;

constexpr const char *kStartOver = "delete it to start over, or name another file with --cache";

/// Each row has a checksum: a verdict must not come from a damaged disk.
std::string sealOf(const std::string &id, const std::string &answer) {
  return sha256(id + "\n" + answer);
}

std::string textOf(sqlite3_stmt *statement, int column) {
  const auto *bytes = static_cast<const char *>(sqlite3_column_blob(statement, column));
  const int size = sqlite3_column_bytes(statement, column);
  return bytes ? std::string(bytes, static_cast<std::size_t>(size)) : std::string();
}

void bindText(sqlite3_stmt *statement, int at, const std::string &text) {
  sqlite3_bind_text(statement, at, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

} // namespace

void AnswerCache::CloseDatabase::operator()(sqlite3 *database) const {
  sqlite3_close(database);
}

void AnswerCache::EndStatement::operator()(sqlite3_stmt *statement) const {
  sqlite3_finalize(statement);
}

Result<std::unique_ptr<AnswerCache>> AnswerCache::open(const std::string &path) {
  sqlite3 *database = nullptr;
  const int opened =
      sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  std::unique_ptr<AnswerCache> cache(new AnswerCache(path, database));
  if (opened != SQLITE_OK)
    return fail(Error::Kind::Input, "cannot open the cache '" + path + "': " +
                                        (database ? sqlite3_errmsg(database) : "out of memory"));
  if (const Result<void> prepared = cache->prepareFile(); !prepared)
    return fail(prepared.error());
  return cache;
}

AnswerCache::~AnswerCache() = default;

Unexpected AnswerCache::problem() const {
  const int code = sqlite3_errcode(database_.get()) & 0xFF;
  if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
    return fail(Error::Kind::Input, "the cache '" + path_ + "' is damaged or not a cache",
                kStartOver);
  if (code == SQLITE_BUSY)
    return fail(Error::Kind::Resource, "the cache '" + path_ + "' is locked by another process",
                "end that process, or name another file with --cache");
  return fail(Error::Kind::Resource,
              "cannot use the cache '" + path_ + "': " + sqlite3_errmsg(database_.get()));
}

Result<void> AnswerCache::execute(const char *sql) {
  if (sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK)
    return problem();
  return {};
}

Result<AnswerCache::Statement> AnswerCache::prepare(const char *sql) {
  sqlite3_stmt *statement = nullptr;
  if (sqlite3_prepare_v2(database_.get(), sql, -1, &statement, nullptr) != SQLITE_OK)
    return problem();
  return Statement(statement);
}

Result<std::int64_t> AnswerCache::number(const char *sql) {
  const Result<Statement> statement = prepare(sql);
  if (!statement)
    return fail(statement.error());
  if (sqlite3_step(statement->get()) != SQLITE_ROW)
    return problem();
  return sqlite3_column_int64(statement->get(), 0);
}

Result<void> AnswerCache::prepareFile() {
  sqlite3_busy_timeout(database_.get(), kPatienceMilliseconds);
  // The first process creates the tables; the others wait here and find them.
  if (const Result<void> begun = execute("BEGIN IMMEDIATE"); !begun)
    return begun;
  const Result<std::int64_t> objects = number("SELECT count(*) FROM sqlite_master");
  if (!objects)
    return fail(objects.error());
  const Result<std::int64_t> application = number("PRAGMA application_id");
  if (!application)
    return fail(application.error());
  const Result<std::int64_t> schema = number("PRAGMA user_version");
  if (!schema)
    return fail(schema.error());
  if (*objects == 0 && *application == 0 && *schema == 0) {
    const std::string make = "CREATE TABLE answers ("
                             "id TEXT PRIMARY KEY, basis TEXT NOT NULL, answer TEXT NOT NULL, "
                             "seal TEXT NOT NULL, kept INTEGER NOT NULL) WITHOUT ROWID;"
                             "PRAGMA application_id = " +
                             std::to_string(kApplication) +
                             "; PRAGMA user_version = " + std::to_string(kSchema);
    if (const Result<void> made = execute(make.c_str()); !made)
      return made;
  } else if (*application != kApplication) {
    return fail(Error::Kind::Input, "'" + path_ + "' is a database, but not a cache of Raceward",
                "name another file with --cache");
  } else if (*schema != kSchema) {
    return fail(Error::Kind::Input,
                "the cache '" + path_ + "' was made by another version of Raceward", kStartOver);
  }
  if (const Result<void> ended = execute("COMMIT"); !ended)
    return ended;
  if (const Result<void> whole = requireWhole(); !whole)
    return whole;
  // Rows that a crash of the machine loses are checked again.
  return execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
}

Result<void> AnswerCache::requireWhole() {
  const Result<Statement> check = prepare("PRAGMA quick_check(1)");
  if (!check)
    return fail(check.error());
  if (sqlite3_step(check->get()) != SQLITE_ROW)
    return problem();
  if (textOf(check->get(), 0) != "ok")
    return fail(Error::Kind::Input, "the cache '" + path_ + "' is damaged", kStartOver);
  return {};
}

Result<std::optional<BatchAnswer>> AnswerCache::find(const std::string &id) {
  using Found = std::optional<BatchAnswer>;
  const std::lock_guard lock(mutex_);
  const Result<Statement> statement = prepare("SELECT answer, seal FROM answers WHERE id = ?");
  if (!statement)
    return fail(statement.error());
  bindText(statement->get(), 1, id);
  const int step = sqlite3_step(statement->get());
  if (step == SQLITE_DONE)
    return Found();
  if (step != SQLITE_ROW)
    return problem();
  const std::string text = textOf(statement->get(), 0);
  if (textOf(statement->get(), 1) == sealOf(id, text))
    return answerFrom(Json::parse(text));
  // A damaged row is removed, so that it can be replaced.
  const Result<Statement> removal = prepare("DELETE FROM answers WHERE id = ?");
  if (!removal)
    return fail(removal.error());
  bindText(removal->get(), 1, id);
  if (sqlite3_step(removal->get()) != SQLITE_DONE)
    return problem();
  return Found();
}

Result<void> AnswerCache::keep(const std::string &id, const BatchAnswer &answer) {
  if (answer.basis == AnswerBasis::Circumstance || answer.verdict == BatchVerdict::Error)
    return {};
  const std::lock_guard lock(mutex_);
  const Result<Statement> statement = prepare(
      "INSERT INTO answers VALUES (?, ?, ?, ?, unixepoch()) ON CONFLICT (id) DO UPDATE SET "
      "basis = excluded.basis, answer = excluded.answer, seal = excluded.seal, "
      "kept = excluded.kept WHERE excluded.basis = 'question' AND answers.basis <> 'question'");
  if (!statement)
    return fail(statement.error());
  const std::string text = compact(jsonFrom(answer));
  bindText(statement->get(), 1, id);
  bindText(statement->get(), 2, toText(answer.basis));
  bindText(statement->get(), 3, text);
  bindText(statement->get(), 4, sealOf(id, text));
  if (sqlite3_step(statement->get()) != SQLITE_DONE)
    return problem();
  return {};
}

} // namespace raceward::batch
