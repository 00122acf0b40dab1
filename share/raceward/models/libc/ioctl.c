// ioctl: what it does is up to the request. Those that are common are listed with the memory that
// they read and write. Any other may use all that its argument leads to: provers assume that, and
// the machine stops, since a run that writes more than the driver does would not be one.
#include "system.h"

#include <linux/fs.h>
#include <linux/if_tun.h>
#include <linux/rtc.h>
#include <linux/sockios.h>
#include <linux/watchdog.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <sys/ioctl.h>
#include <termios.h>

static const char kUnknownText[] =
    "what this request of ioctl() does is not modelled; a function around it can be, with "
    "--library-model";

/// The kernel's struct termios: without the speeds at the end.
enum { kTermios = 36, kTermio = 18 };

// What the memory is used for that the argument points to.
enum { kNothing = 0, kInterfaces = -2, kUnknown = -1 };
#define READS(bytes) ((int)(bytes))
#define WRITES(bytes) ((int)(bytes) << 12)

static int usesOf(unsigned long number) {
  switch (number) {
  // The argument is a number, or there is none.
  case FIOCLEX:
  case FIONCLEX:
  case TIOCEXCL:
  case TIOCNXCL:
  case TIOCSCTTY:
  case TIOCNOTTY:
  case TIOCSBRK:
  case TIOCCBRK:
  case TCSBRK:
  case TCSBRKP:
  case TCXONC:
  case TCFLSH:
  case TIOCVHANGUP:
  case TIOCMIWAIT:
  case BLKRRPART:
  case BLKFLSBUF:
  case FICLONE:
  case TUNSETPERSIST:
  case TUNSETOWNER:
  case TUNSETGROUP:
  case TUNSETDEBUG:
  case TUNSETNOCSUM:
  case TUNSETLINK:
  case TUNSETOFFLOAD:
  case RTC_UIE_ON:
  case RTC_UIE_OFF:
  case RTC_AIE_ON:
  case RTC_AIE_OFF:
  case RTC_PIE_ON:
  case RTC_PIE_OFF:
  case RTC_IRQP_SET:
  case TIOCGPTPEER:
  case WDIOC_KEEPALIVE:
    return kNothing;

  // An int that is read.
  case FIONBIO:
  case FIOASYNC:
  case TIOCSPGRP:
  case TIOCMSET:
  case TIOCMBIS:
  case TIOCMBIC:
  case TIOCSETD:
  case TIOCPKT:
  case TIOCSPTLCK:
  case TIOCSSOFTCAR:
  case FIOSETOWN:
  case SIOCSPGRP:
  case BLKROSET:
  case TUNSETSNDBUF:
  case TUNSETVNETHDRSZ:
  case WDIOC_SETOPTIONS:
    return READS(sizeof(int));

  // A character that is read.
  case TIOCSTI:
    return READS(1);

  // An int that is written.
  case FIONREAD: // also TIOCINQ and SIOCINQ
  case TIOCOUTQ: // also SIOCOUTQ
  case SIOCOUTQNSD:
  case SIOCATMARK:
  case TIOCGPGRP:
  case TIOCGSID:
  case TIOCMGET:
  case TIOCGETD:
  case TIOCGPTN:
  case TIOCGPTLCK:
  case TIOCGPKT:
  case TIOCGEXCL:
  case TIOCGSOFTCAR:
  case FIOGETOWN:
  case SIOCGPGRP:
  case FIGETBSZ:
  case BLKSSZGET:
  case BLKPBSZGET:
  case BLKROGET:
  case BLKIOMIN:
  case BLKIOOPT:
  case BLKALIGNOFF:
  case TUNGETFEATURES:
  case TUNGETSNDBUF:
  case TUNGETVNETHDRSZ:
  case WDIOC_GETSTATUS:
  case WDIOC_GETBOOTSTATUS:
  case WDIOC_GETTEMP:
  case WDIOC_GETTIMEOUT:
  case WDIOC_GETPRETIMEOUT:
  case WDIOC_GETTIMELEFT:
    return WRITES(sizeof(int));
  case FIOQSIZE:
  case BLKGETSIZE64:
    return WRITES(sizeof(uint64_t));
  case BLKGETSIZE:
  case BLKRAGET:
  case RTC_IRQP_READ:
  case RTC_EPOCH_READ:
    return WRITES(sizeof(unsigned long));

  // Flags of files: declared as long, but the kernel uses an int.
  case FS_IOC_GETFLAGS:
  case FS_IOC_GETVERSION:
    return WRITES(sizeof(int));
  case FS_IOC_SETFLAGS:
  case FS_IOC_SETVERSION:
    return READS(sizeof(int));

  // An int that is read and written.
  case WDIOC_SETTIMEOUT:
  case WDIOC_SETPRETIMEOUT:
  case FIBMAP:
    return READS(sizeof(int)) | WRITES(sizeof(int));
  case WDIOC_GETSUPPORT:
    return WRITES(sizeof(struct watchdog_info));

  // Terminals.
  case TIOCGWINSZ:
    return WRITES(sizeof(struct winsize));
  case TIOCSWINSZ:
    return READS(sizeof(struct winsize));
  case TCGETS:
    return WRITES(kTermios);
  case TCSETS:
  case TCSETSW:
  case TCSETSF:
    return READS(kTermios);
  case TCGETA:
    return WRITES(kTermio);
  case TCSETA:
  case TCSETAW:
  case TCSETAF:
    return READS(kTermio);

  // Times.
  case SIOCGSTAMP:
    return WRITES(sizeof(struct timeval));
  case SIOCGSTAMPNS:
    return WRITES(sizeof(struct timespec));
  case RTC_RD_TIME:
  case RTC_ALM_READ:
    return WRITES(sizeof(struct rtc_time));
  case RTC_SET_TIME:
  case RTC_ALM_SET:
    return READS(sizeof(struct rtc_time));
  case RTC_WKALM_RD:
    return WRITES(sizeof(struct rtc_wkalrm));
  case RTC_WKALM_SET:
    return READS(sizeof(struct rtc_wkalrm));

  // Network interfaces: the name is read, the rest written.
  case SIOCGIFNAME:
  case SIOCGIFINDEX:
  case SIOCGIFFLAGS:
  case SIOCGIFADDR:
  case SIOCGIFDSTADDR:
  case SIOCGIFBRDADDR:
  case SIOCGIFNETMASK:
  case SIOCGIFMETRIC:
  case SIOCGIFMTU:
  case SIOCGIFHWADDR:
  case SIOCGIFPFLAGS:
  case SIOCGIFTXQLEN:
  case SIOCGIFMAP:
  case TUNSETIFF:
  case TUNGETIFF:
    return READS(sizeof(struct ifreq)) | WRITES(sizeof(struct ifreq));
  case SIOCSIFFLAGS:
  case SIOCSIFADDR:
  case SIOCSIFDSTADDR:
  case SIOCSIFBRDADDR:
  case SIOCSIFNETMASK:
  case SIOCSIFMETRIC:
  case SIOCSIFMTU:
  case SIOCSIFHWADDR:
  case SIOCSIFPFLAGS:
  case SIOCSIFTXQLEN:
  case SIOCSIFNAME:
  case SIOCSIFHWBROADCAST:
  case SIOCADDMULTI:
  case SIOCDELMULTI:
    return READS(sizeof(struct ifreq));
  case SIOCGIFCONF:
    return kInterfaces;
  case SIOCGARP:
    return READS(sizeof(struct arpreq)) | WRITES(sizeof(struct arpreq));
  case SIOCSARP:
  case SIOCDARP:
    return READS(sizeof(struct arpreq));

  default:
    return kUnknown;
  }
}

/// A list of network interfaces: it points to the memory that is written. Without memory it says
/// how much is needed.
static void listInterfaces(struct ifconf *all) {
  const int bytes = all->ifc_len;
  if (all->ifc_req == NULL) {
    all->ifc_len = raceward_any_int() & 0x7fffffff;
  } else if (bytes > 0) {
    raceward_writes(all->ifc_req, (size_t)bytes);
    all->ifc_len = model_number(0, bytes);
  }
}

static void use(void *argument, int uses) {
  if (uses == kInterfaces) {
    listInterfaces(argument);
    return;
  }
  const size_t read = (size_t)uses & 4095;
  const size_t written = (size_t)uses >> 12;
  if (read > 0)
    raceward_reads(argument, read);
  if (written > 0)
    raceward_writes(argument, written);
}

#define REQUESTS(function)                                                                         \
  int raceward_fixed_##function(int descriptor, unsigned long number, void *argument) {            \
    if (model_is_bad(descriptor))                                                                  \
      return -1;                                                                                   \
    const int uses = usesOf(number);                                                               \
    if (uses == kNothing)                                                                          \
      return model_natural();                                                                      \
    if (uses != kUnknown) {                                                                        \
      use(argument, uses);                                                                         \
      return model_status();                                                                       \
    }                                                                                              \
    raceward_not_executed(kUnknownText);                                                           \
    model_reaches(argument);                                                                       \
    return model_natural();                                                                        \
  }                                                                                                \
  int function(int descriptor, unsigned long number, ...) {                                        \
    if (model_is_bad(descriptor))                                                                  \
      return -1;                                                                                   \
    if (usesOf(number) == kNothing)                                                                \
      return model_natural();                                                                      \
    va_list list;                                                                                  \
    va_start(list, number);                                                                        \
    void *const argument = va_arg(list, void *);                                                   \
    va_end(list);                                                                                  \
    return raceward_fixed_##function(descriptor, number, argument);                                \
  }

REQUESTS(ioctl)
REQUESTS(__ioctl)
