/* What the firmware has of the C library: boot.c makes it. */
#ifndef STRING_H
#define STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t n);
void *memset(void *to, int value, size_t n);

#endif
