package analysis

import "scaledeck/model"

// ColdBoot follows the first replica of a timeline that was started and did not
// come from standby: the index of the sample at which it was asked for and of the
// one at which it was ready, −1 where it never was. found is false where no
// replica was started cold.
func ColdBoot(t *model.Timeline) (asked, ready int, found bool) { return firstColdBoot(t) }
