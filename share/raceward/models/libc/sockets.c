// Sockets, their options, and messages with headers (<sys/socket.h>).
//
// A buffer that is filled counts as written up to its end: for each of its bytes there is a packet
// that is long enough. The system reads headers of messages as a whole, as it copies them.
#include "model.h"

#include <sys/socket.h>
#include <sys/un.h>

/// An address that the system writes: `*length` is its room before, and its size afterwards.
static void writesAddress(void *address, socklen_t *length) {
  if (address == NULL)
    return;
  const socklen_t room = *length;
  raceward_writes(address, room);
  // The family is that of the socket.
  raceward_guess_bytes(address, room < sizeof(sa_family_t) ? room : sizeof(sa_family_t));
  *length = (socklen_t)model_up_to(sizeof(struct sockaddr_storage));
}

int socket(int family, int type, int protocol) {
  return model_descriptor();
}

int socketpair(int family, int type, int protocol, int *to) {
  return model_channels(&to[0], &to[1]);
}

int bind(int socket, const struct sockaddr *address, socklen_t length) {
  if (model_is_bad(socket))
    return -1;
  raceward_reads(address, length);
  raceward_binds(address, length);
  return model_status();
}

int connect(int socket, const struct sockaddr *address, socklen_t length) {
  if (model_is_bad(socket))
    return -1;
  raceward_reads(address, length);
  raceward_reaches(address, length);
  return model_status();
}

int listen(int socket, int most) {
  if (model_is_bad(socket))
    return -1;
  return model_status();
}

int accept(int socket, struct sockaddr *address, socklen_t *length) {
  if (model_is_bad(socket))
    return -1;
  writesAddress(address, length);
  return model_descriptor();
}

int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags) {
  if (model_is_bad(socket))
    return -1;
  writesAddress(address, length);
  return model_descriptor();
}

/// What bind() was given, as a rule.
int getsockname(int socket, struct sockaddr *address, socklen_t *length) {
  if (model_is_bad(socket))
    return -1;
  if (address != NULL) {
    raceward_guess_bytes(address, *length);
    *length = (socklen_t)model_guess_up_to(sizeof(struct sockaddr_storage));
  }
  return model_status();
}

int getpeername(int socket, struct sockaddr *address, socklen_t *length) {
  if (model_is_bad(socket))
    return -1;
  writesAddress(address, length);
  return model_status();
}

int getsockopt(int socket, int level, int option, void *value, socklen_t *length) {
  if (model_is_bad(socket))
    return -1;
  const socklen_t room = *length;
  if (level == SOL_SOCKET && option == SO_ERROR) // of the network
    raceward_writes(value, room);
  else
    raceward_guess_bytes(value, room);
  *length = (socklen_t)model_guess_up_to(room);
  return model_status();
}

int setsockopt(int socket, int level, int option, const void *value, socklen_t length) {
  if (socket < 0)
    return model_failure();
  if (value != NULL)
    raceward_reads(value, length);
  return model_status();
}

int shutdown(int socket, int how) {
  if (model_is_bad(socket))
    return -1;
  return model_status();
}

/// Whether it is one: 0, 1 or an error.
int sockatmark(int socket) {
  if (model_is_bad(socket))
    return -1;
  return (int)model_count(1);
}
int isfdtype(int descriptor, int type) {
  if (model_is_bad(descriptor))
    return -1;
  return (int)model_count(1);
}

ssize_t send(int socket, const void *from, size_t bytes, int flags) {
  if (model_is_bad(socket))
    return -1;
  raceward_reads(from, bytes);
  raceward_loses(socket, bytes);
  return model_count(bytes);
}

ssize_t sendto(int socket, const void *from, size_t bytes, int flags,
               const struct sockaddr *address, socklen_t length) {
  if (model_is_bad(socket))
    return -1;
  raceward_reads(from, bytes);
  raceward_loses(socket, bytes);
  if (address != NULL)
    raceward_reads(address, length);
  return model_count(bytes);
}

ssize_t recv(int socket, void *to, size_t bytes, int flags) {
  if (model_is_bad(socket))
    return -1;
  raceward_receives(socket);
  raceward_writes(to, bytes);
  return model_count(bytes);
}

ssize_t recvfrom(int socket, void *to, size_t bytes, int flags, struct sockaddr *address,
                 socklen_t *length) {
  if (model_is_bad(socket))
    return -1;
  raceward_receives(socket);
  raceward_writes(to, bytes);
  writesAddress(address, length);
  return model_count(bytes);
}

ssize_t __recv_chk(int socket, void *to, size_t bytes, size_t room, int flags) {
  return recv(socket, to, bytes, flags);
}

ssize_t __recvfrom_chk(int socket, void *to, size_t bytes, size_t room, int flags,
                       struct sockaddr *address, socklen_t *length) {
  return recvfrom(socket, to, bytes, flags, address, length);
}

// -- messages ----------------------------------------------------------------------------------

/// Returns how many bytes are sent at most.
static size_t readsMessage(const struct msghdr *message) {
  raceward_reads(message, sizeof *message);
  if (message->msg_name != NULL)
    raceward_reads(message->msg_name, message->msg_namelen);
  if (message->msg_control != NULL)
    raceward_reads(message->msg_control, message->msg_controllen);
  size_t bytes = 0;
  for (size_t i = 0; i < message->msg_iovlen; ++i) {
    const struct iovec *part = &message->msg_iov[i];
    raceward_reads(part->iov_base, part->iov_len);
    bytes += part->iov_len;
  }
  return bytes;
}

/// Returns how many bytes are received at most. Rights and credentials come back in the control
/// part, whose headers the program walks: they are any bytes.
static size_t writesMessage(struct msghdr *message) {
  raceward_reads(message, sizeof *message);
  if (message->msg_name != NULL) {
    raceward_writes(message->msg_name, message->msg_namelen);
    message->msg_namelen = raceward_any_uint() & 127;
  }
  if (message->msg_control != NULL)
    raceward_writes(message->msg_control, message->msg_controllen);
  message->msg_controllen = model_up_to(message->msg_controllen);
  message->msg_flags = raceward_any_int();
  size_t bytes = 0;
  for (size_t i = 0; i < message->msg_iovlen; ++i) {
    const struct iovec *part = &message->msg_iov[i];
    raceward_writes(part->iov_base, part->iov_len);
    bytes += part->iov_len;
  }
  return bytes;
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
  if (model_is_bad(socket))
    return -1;
  const size_t bytes = readsMessage(message);
  raceward_loses(socket, bytes);
  return model_count(bytes);
}

ssize_t recvmsg(int socket, struct msghdr *message, int flags) {
  if (model_is_bad(socket))
    return -1;
  raceward_receives(socket);
  return model_count(writesMessage(message));
}

/// Each message that was sent or received gets its length; the others are left alone.
int sendmmsg(int socket, struct mmsghdr *messages, unsigned count, int flags) {
  if (model_is_bad(socket))
    return -1;
  unsigned done = 0;
  while (done < count && raceward_any_bool()) {
    const size_t most = readsMessage(&messages[done].msg_hdr);
    raceward_loses(socket, most);
    messages[done].msg_len = (unsigned)model_up_to(most);
    ++done;
  }
  return done > 0 ? (int)done : model_status();
}

int recvmmsg(int socket, struct mmsghdr *messages, unsigned count, int flags,
             struct timespec *timeout) {
  if (socket < 0) {
    if (timeout != NULL)
      raceward_reads(timeout, sizeof *timeout);
    return model_failure();
  }
  raceward_receives(socket);
  unsigned done = 0;
  while (done < count && raceward_any_bool()) {
    const size_t most = writesMessage(&messages[done].msg_hdr);
    messages[done].msg_len = (unsigned)model_up_to(most);
    ++done;
  }
  if (timeout != NULL) { // what is left of it
    raceward_reads(timeout, sizeof *timeout);
    raceward_writes(timeout, sizeof *timeout);
  }
  return done > 0 ? (int)done : model_status();
}

/// The next header of a control message, or null after the last one.
struct cmsghdr *__cmsg_nxthdr(struct msghdr *message, struct cmsghdr *header) {
  const size_t length = header->cmsg_len;
  char *const end = (char *)message->msg_control + message->msg_controllen;
  if (length < sizeof(struct cmsghdr) || CMSG_ALIGN(length) < length)
    return NULL;
  if (CMSG_ALIGN(length) + sizeof(struct cmsghdr) > (size_t)(end - (char *)header))
    return NULL;
  return (struct cmsghdr *)(void *)((char *)header + CMSG_ALIGN(length));
}
