// What a server may refuse, and what we say about it.
#include "WithServers.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace raceward::test {
namespace {

using namespace std::chrono_literals;

class NatsRefusalTest : public WithServers {
protected:
  [[nodiscard]] std::string file(const std::string &name) const {
    return (servers_->folder() / name).string();
  }
  void works(const QueueSettings &settings) {
    const auto queue = connected(settings);
    ASSERT_TRUE(queue);
    offer(*queue, "t", "a");
    EXPECT_EQ(idOf(taken(*queue)), "a");
  }
};

TEST_F(NatsRefusalTest, NobodyListens) {
  begin();
  const QueueSettings settings = this->settings();
  servers_->kill(0);
  refused(settings, "no server listens at nats://127.0.0.1:", "nats-server -js");
  QueueSettings unknown = settings;
  unknown.url = "nats://me:secret@no-such-host.invalid:4222";
  refused(unknown, "no server listens at nats://no-such-host.invalid:4222", "nats-server -js");
}

TEST_F(NatsRefusalTest, UrlsThatAreNone) {
  QueueSettings settings;
  settings.url = "http://127.0.0.1:1";
  refused(settings, "http://", "use nats://host:port");
  settings.url = " , ";
  refused(settings, "no queue is named", "use nats://host:port");
  settings.url = "nats://127.0.0.1:notaport";
  refused(settings, "cannot connect", "use nats://host:port");
}

TEST(ShownUrlTest, HasNoPasswords) {
  EXPECT_EQ(shownUrl("nats://me:secret@host:1,tls://you:p@ss@other:2,third"),
            "nats://host:1, tls://other:2 and nats://third");
}

TEST_F(NatsRefusalTest, OneOfSeveralServersIsEnough) {
  begin();
  QueueSettings settings = this->settings();
  settings.url = "nats://127.0.0.1:1, " + settings.url;
  works(settings);
}

TEST_F(NatsRefusalTest, JetStreamIsOff) {
  begin({.jetStream = false});
  refused(settings(), "stores nothing", "JetStream");
}

TEST_F(NatsRefusalTest, CopiesNeedACluster) {
  begin();
  replicas_ = 3;
  refused(settings(), "cannot keep 3 copies", "cluster");
}

TEST_F(NatsRefusalTest, UserAndPassword) {
  begin({.authorization = "authorization { user: me, password: \"s:@cret\" }"});
  QueueSettings settings = this->settings();
  refused(settings, "refuses this user or password", "configuration");
  settings.user = "me";
  settings.password = "secret2";
  refused(settings, "refuses this user or password", "configuration");
  settings.password = "s:@cret";
  works(settings);
  QueueSettings inFile = this->settings();
  inFile.credentials = file("credentials");
  refused(inFile, "credentials", "");
  std::ofstream(inFile.credentials) << "me\n";
  refused(inFile, "has no credentials", "user:password");
  std::ofstream(inFile.credentials) << "me:s:@cret\n";
  works(inFile);
  QueueSettings inUrl = this->settings();
  const std::string address = inUrl.url.substr(std::string("nats://").size());
  inUrl.url = "nats://me:s%3A%40cret@" + address;
  works(inUrl);
  inUrl.url = "nats://me:secret@" + address;
  refused(inUrl, "refuses this user or password", "configuration");
}

TEST_F(NatsRefusalTest, PermissionsAreMissing) {
  begin({.authorization = R"(authorization { users: [ { user: me, password: secret,
    permissions: { publish: ["raceward.>"], subscribe: ["_INBOX_me.>", "raceward.>"] } } ] })"});
  QueueSettings settings = this->settings();
  settings.user = "me";
  settings.password = "secret";
  refused(settings, "does not permit", "permissions");
}

TEST_F(NatsRefusalTest, TheUsersOfTheExample) {
  std::ifstream file(std::string(RW_SOURCE_DIR) + "/examples/queue/users.conf");
  const std::string example{std::istreambuf_iterator<char>(file), {}};
  ::setenv("CHECK_PASSWORD", "secret", 1);
  ::setenv("WORK_PASSWORD", "secret", 1);
  begin({.authorization = example});
  QueueSettings check = settings();
  check.user = "check";
  check.password = "secret";
  QueueSettings work = check;
  work.user = "work";
  refused(work, "does not permit", "permissions"); // nobody has set it up yet
  work.awaitsSetUp = true;
  const Result<std::unique_ptr<Queue>> early = connect(work);
  ASSERT_TRUE(early);
  EXPECT_EQ(*early, nullptr);

  const auto coordinator = connected(check);
  const auto worker = connected(work);
  ASSERT_TRUE(worker);
  const std::string large(3 << 20, 'z');
  ASSERT_TRUE(coordinator->store("t", large));
  offer(*coordinator, "t", "a", large);
  const auto delivery = taken(*worker);
  ASSERT_TRUE(delivery);
  EXPECT_TRUE(delivery->body() == large);
  EXPECT_TRUE(**worker->load("t") == large);
  delivery->stillAtWork();
  ASSERT_TRUE(worker->answer("t", "a", large));
  delivery->done();
  EXPECT_EQ(answered(*coordinator, "t", 1), std::multiset<std::string>{"a"});
  coordinator->tell("t", "stop");
  EXPECT_TRUE(worker->hear(kSoon));
  worker->tell("t", "here");
  EXPECT_TRUE(coordinator->hear(kSoon));

  EXPECT_FALSE(worker->offer("t", "b", ""));
  EXPECT_FALSE(worker->offerAll("t", {{"b", ""}, {"c", ""}}));
  EXPECT_FALSE(worker->answers("t", 1, 0ms));
  EXPECT_FALSE(worker->withdraw("t"));
  EXPECT_TRUE(coordinator->clear("t"));
}

TEST_F(NatsRefusalTest, TlsWithTheRightCertificates) {
  begin({.tls = true});
  QueueSettings settings = this->settings();
  settings.caFile = file("ca.pem");
  works(settings);
  const std::string address = settings.url.substr(std::string("tls://").size());
  settings.url = "nats://" + address; // who names certificates wants TLS
  works(settings);
}

TEST_F(NatsRefusalTest, TlsWithTheWrongCertificates) {
  begin({.tls = true});
  QueueSettings settings = this->settings();
  refused(settings, "TLS", "certificate");
  settings.caFile = file("other.pem");
  refused(settings, "TLS", "certificate");
  settings.caFile = file("no-such-file.pem");
  refused(settings, "no-such-file.pem", "PEM");
  settings.caFile = "";
  const std::string address = settings.url.substr(std::string("tls://").size());
  settings.url = "nats://" + address;
  refused(settings, "TLS", "certificate");
}

TEST_F(NatsRefusalTest, ACertificateForAnotherHost) {
  begin({.tls = true, .certifiedHost = "DNS:another.example"});
  QueueSettings settings = this->settings();
  settings.caFile = file("ca.pem");
  refused(settings, "TLS", "certificate");
}

TEST_F(NatsRefusalTest, TlsIsWantedButNotOffered) {
  begin();
  QueueSettings settings = this->settings();
  settings.url = "tls://" + settings.url.substr(std::string("nats://").size());
  refused(settings, "offers no TLS", "configuration");
}

TEST_F(NatsRefusalTest, TheServerWantsACertificateToo) {
  begin({.tls = true, .tlsVerify = true});
  QueueSettings settings = this->settings();
  settings.caFile = file("ca.pem");
  refused(settings, "", "certificate");
  settings.certificateFile = file("client.pem");
  settings.keyFile = file("client.key");
  works(settings);
  settings.keyFile = file("server.key");
  refused(settings, "client.pem", "belong together");
}

} // namespace
} // namespace raceward::test
