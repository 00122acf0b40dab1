// Names of days and months in the C locale.
#pragma once

#include <stddef.h>

static const char *const model_days[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                         "Thursday", "Friday", "Saturday"};
static const char *const model_months[] = {"January",   "February", "March",    "April",
                                           "May",       "June",     "July",     "August",
                                           "September", "October",  "November", "December"};
/// The first three letters of each.
static const char model_short_days[] = "SunMonTueWedThuFriSat";
static const char model_short_months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

enum { kDays = 7, kMonths = 12 };
