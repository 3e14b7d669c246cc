#ifndef TOLLPASS_CORE_EXPORT_H_
#define TOLLPASS_CORE_EXPORT_H_

/// What libtollpass.so shows: everything is hidden but what bears this mark.
#define TOLLPASS_EXPORT __attribute__((visibility("default")))
/// A class inside an exported one that is not to be seen.
#define TOLLPASS_HIDDEN __attribute__((visibility("hidden")))

#endif  // TOLLPASS_CORE_EXPORT_H_
