// libupnp and its documents (<upnp/upnp.h>, <upnp/ixml.h>).
//
// Documents belong to one thread at a time. One that came from elsewhere is a node that is its own
// child: it stands for all nodes. Functions that end in "Async", and clients, are called back by
// threads of the library.
#include "object.h"

#include <pthread.h>
#include <sys/socket.h>

typedef struct node Node;
struct node { // programs look at it
  char *name;
  char *value;
  int type;
  char *space;
  char *prefix;
  char *localName;
  int readOnly;
  Node *parent;
  Node *firstChild;
  Node *previous;
  Node *next;
  Node *firstAttribute;
  Node *document;
};
typedef struct {
  Node node;
  char *tagName;
} Element;
typedef struct list {
  Node *node;
  struct list *next;
} List;

static Node *newNode(const char *name, const char *value) {
  Node *node = model_object(sizeof(Element));
  node->name = name != NULL ? strdup(name) : model_text();
  node->value = value != NULL ? strdup(value) : NULL;
  ((Element *)node)->tagName = node->name;
  return node;
}
static Node *parsed(void) {
  if (raceward_any_failure())
    return NULL;
  Node *node = newNode(NULL, NULL);
  node->value = model_text();
  node->type = model_number(1, 12);
  node->parent = node;
  node->firstChild = node;
  node->document = node;
  return node;
}
/// A node of the tree, or none.
static Node *anyBelow(Node *node) {
  Node *found = node->firstChild;
  while (found != NULL && raceward_any_bool())
    found = raceward_any_bool() ? found->firstChild : found->next;
  return found;
}
static List *anyList(Node *node) {
  List *list = NULL;
  while (raceward_any_bool()) {
    Node *found = anyBelow(node);
    if (found == NULL)
      break;
    List *item = raceward_new(sizeof *item);
    item->node = found;
    item->next = list;
    list = item;
  }
  return list;
}

Node *ixmlDocument_createDocument(void) {
  return newNode(NULL, NULL);
}
Node *ixmlDocument_createElement(Node *document, const char *name) {
  raceward_reads_text(name);
  return newNode(name, NULL);
}
Node *ixmlDocument_createTextNode(Node *document, const char *value) {
  raceward_reads_text(value);
  return newNode(NULL, value);
}
Node *ixmlParseBuffer(const char *text) {
  raceward_reads_text(text);
  return parsed();
}
Node *ixmlLoadDocument(const char *name) {
  raceward_reads_text(name);
  return parsed();
}
void ixmlNode_free(Node *node) {
  free(node);
}
void ixmlDocument_free(Node *document) {
  free(document);
}
Node *ixmlDocument_getElementById(Node *document, const char *name) {
  raceward_reads_text(name);
  return anyBelow(document);
}
List *ixmlDocument_getElementsByTagName(Node *document, const char *name) {
  raceward_reads_text(name);
  return anyList(document);
}
List *ixmlElement_getElementsByTagName(Node *element, const char *name) {
  raceward_reads_text(name);
  return anyList(element);
}
List *ixmlNode_getChildNodes(Node *node) {
  return anyList(node);
}
int ixmlDocument_importNode(Node *document, Node *from, int deep, Node **to) {
  raceward_reads(from, sizeof *from);
  *to = newNode(from->name, from->value);
  (*to)->firstChild = from->firstChild == NULL ? NULL : *to;
  return raceward_any_int();
}
static char *written(Node *node) {
  raceward_reads(node, sizeof *node);
  return raceward_any_failure() ? NULL : model_text();
}
char *ixmlDocumenttoString(Node *document) {
  return written(document);
}
char *ixmlNodetoString(Node *node) {
  return written(node);
}
char *ixmlPrintDocument(Node *document) {
  return written(document);
}
void ixmlFreeDOMString(char *text) {
  free(text);
}
const char *ixmlElement_getAttribute(Node *element, const char *name) {
  raceward_reads_text(name);
  raceward_reads(element, sizeof *element);
  return raceward_any_failure() ? NULL : element->name;
}
int ixmlElement_setAttribute(Node *element, const char *name, const char *value) {
  raceward_reads_text(name);
  raceward_reads_text(value);
  element->firstAttribute = newNode(name, value);
  return raceward_any_int();
}

Node *ixmlNodeList_item(List *list, unsigned long index) {
  while (list != NULL && index > 0) {
    list = list->next;
    --index;
  }
  return list != NULL ? list->node : NULL;
}
unsigned long ixmlNodeList_length(List *list) {
  unsigned long length = 0;
  for (; list != NULL; list = list->next)
    ++length;
  return length;
}
void ixmlNodeList_free(List *list) {
  while (list != NULL) {
    List *next = list->next;
    free(list);
    list = next;
  }
}

#define MEMBER(FUNCTION, TYPE, NAME)                                                               \
  TYPE FUNCTION(Node *node) {                                                                      \
    return node != NULL ? node->NAME : NULL;                                                       \
  }
MEMBER(ixmlNode_getFirstChild, Node *, firstChild)
MEMBER(ixmlNode_getNextSibling, Node *, next)
MEMBER(ixmlNode_getParentNode, Node *, parent)
MEMBER(ixmlNode_getNodeName, const char *, name)
MEMBER(ixmlNode_getNodeValue, const char *, value)
int ixmlNode_setNodeValue(Node *node, const char *value) {
  node->value = value != NULL ? strdup(value) : NULL;
  return raceward_any_int();
}
int ixmlNode_appendChild(Node *node, Node *child) {
  if (node->firstChild == node) // it stands for children of any number
    return raceward_any_int();
  child->parent = node;
  child->next = NULL;
  if (node->firstChild == NULL) {
    node->firstChild = child;
    return 0;
  }
  Node *last = node->firstChild;
  while (last->next != NULL)
    last = last->next;
  last->next = child;
  child->previous = last;
  return 0;
}
int ixmlNode_removeChild(Node *node, Node *child, Node **removed) {
  if (node->firstChild == child && child != node)
    node->firstChild = child->next;
  else if (child->previous != NULL)
    child->previous->next = child->next;
  if (removed != NULL)
    *removed = child;
  else if (child != node)
    free(child);
  return raceward_any_int();
}

// -- devices -----------------------------------------------------------------------------------

typedef int Callback(int, void *, void *);
struct request {
  Callback *function;
  void *cookie;
  int kinds;
};

enum {
  kActionComplete = 1,
  kAlive = 4,
  kSearchTimeout = 7,
  kEventReceived = 9,
  kRenewed = 10,
  kFailed = 14,
};

/// What an event of some kind comes with.
static void *newEvent(int kind) {
  if (kind == kActionComplete) {
    struct {
      int error;
      char url[256];
      Node *action;
      Node *result;
    } *event = raceward_new(sizeof *event);
    event->action = parsed();
    event->result = parsed();
    return event;
  }
  if (kind == kEventReceived) {
    struct {
      char subscription[44];
      int key;
      Node *changes;
    } *event = raceward_new(sizeof *event);
    event->changes = parsed();
    return event;
  }
  if (kind >= kAlive && kind < kSearchTimeout) {
    struct {
      int error;
      int expires;
      char texts[8][180];
      struct sockaddr_storage address;
    } *event = raceward_new(sizeof *event);
    for (int i = 0; i < 8; ++i)
      event->texts[i][179] = 0;
    return event;
  }
  struct {
    char subscription[44];
    int error;
    char url[256];
    int timeout;
  } *event = raceward_new(sizeof *event);
  event->url[255] = 0;
  return kind == kSearchTimeout ? NULL : event;
}
static void *calls(void *given) {
  const struct request *request = given;
  do {
    const int kind = request->kinds == kFailed ? model_number(kAlive, kFailed) : request->kinds;
    request->function(kind, newEvent(kind), request->cookie);
  } while (request->kinds == kFailed && raceward_any_bool());
  return NULL;
}
static int callsLater(Callback *function, const void *cookie, int kinds) {
  const int status = raceward_any_int();
  if (status != 0 || function == NULL)
    return status;
  struct request *request = model_object(sizeof *request);
  request->function = function;
  request->cookie = (void *)(uintptr_t)cookie;
  request->kinds = kinds;
  pthread_t thread;
  pthread_create(&thread, NULL, calls, request);
  pthread_detach(thread);
  return 0;
}

int UpnpInit(const char *address, unsigned short port) {
  model_reads_text_if_given(address);
  return raceward_any_int();
}
int UpnpFinish(void) {
  return raceward_any_int();
}
unsigned short UpnpGetServerPort(void) {
  return raceward_any_ushort();
}
char *UpnpGetServerIpAddress(void) {
  return model_text();
}
int UpnpSetMaxContentLength(size_t length) {
  return raceward_any_int();
}
/// Events come from several threads of the library.
int UpnpRegisterClient(Callback *function, const void *cookie, int *handle) {
  *handle = raceward_any_int();
  callsLater(function, cookie, kFailed);
  return callsLater(function, cookie, kFailed);
}
int UpnpUnRegisterClient(int handle) {
  return raceward_any_int();
}
int UpnpSearchAsync(int handle, int seconds, const char *target, const void *cookie) {
  raceward_reads_text(target);
  return raceward_any_int();
}
int UpnpSubscribeAsync(int handle, const char *url, int seconds, Callback *function,
                       const void *cookie) {
  raceward_reads_text(url);
  return callsLater(function, cookie, 11);
}
int UpnpUnSubscribeAsync(int handle, char *subscription, Callback *function, const void *cookie) {
  raceward_reads_text(subscription);
  return callsLater(function, cookie, 12);
}
int UpnpSendAction(int handle, const char *url, const char *service, const char *device,
                   Node *action, Node **answer) {
  raceward_reads_text(url);
  raceward_reads_text(service);
  raceward_reads(action, sizeof *action);
  *answer = parsed();
  return raceward_any_int();
}
int UpnpSendActionAsync(int handle, const char *url, const char *service, const char *device,
                        Node *action, Callback *function, const void *cookie) {
  raceward_reads_text(url);
  raceward_reads_text(service);
  raceward_reads(action, sizeof *action);
  return callsLater(function, cookie, kActionComplete);
}
int UpnpDownloadXmlDoc(const char *url, Node **to) {
  raceward_reads_text(url);
  *to = parsed();
  return raceward_any_int();
}
/// The program has room for both texts.
int UpnpResolveURL(const char *base, const char *relative, char *to) {
  raceward_reads_text(relative);
  model_writes_text(to, (base != NULL ? raceward_reads_text(base) : 0) + strlen(relative) + 2);
  return raceward_any_int();
}
Node *UpnpMakeAction(const char *name, const char *service, int count, const char *argument, ...) {
  va_list values;
  va_start(values, argument);
  raceward_reads_text(name);
  raceward_reads_text(service);
  if (count > 0) {
    raceward_reads_text(argument);
    for (int i = 1; i < 2 * count; ++i)
      raceward_reads_text(va_arg(values, const char *));
  }
  va_end(values);
  return parsed();
}
int UpnpAddToAction(Node **document, const char *name, const char *service, const char *argument,
                    const char *value) {
  raceward_reads_text(name);
  raceward_reads_text(service);
  model_reads_text_if_given(argument);
  model_reads_text_if_given(value);
  if (*document == NULL)
    *document = parsed();
  else
    raceward_writes(&(*document)->readOnly, sizeof(int)); // a child is added
  return raceward_any_int();
}
