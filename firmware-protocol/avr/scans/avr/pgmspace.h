/* A computer has one memory for all. */
#ifndef SCANS_PGMSPACE_H
#define SCANS_PGMSPACE_H

#define PROGMEM
#define memcpy_P memcpy

#endif
