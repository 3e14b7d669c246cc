#ifndef TOLLPASS_SAMPLES_DESKTOP_HOST_APPROVAL_DIALOG_H_
#define TOLLPASS_SAMPLES_DESKTOP_HOST_APPROVAL_DIALOG_H_

#include "tollpass/open.h"
#include "tollpass/session.h"

namespace desktop_host {

/// Shows `question` on the terminal and waits for y, n, or anything else for later, on stdin. The
/// passphrase of the approval key, where it has one, comes from the variable PASSPHRASE, so that
/// the sample can be scripted; a real host asks for it.
tollpass::Asked ShowDialog(tollpass::OpenedHome& home, const tollpass::Question& question);

}  // namespace desktop_host

#endif  // TOLLPASS_SAMPLES_DESKTOP_HOST_APPROVAL_DIALOG_H_
