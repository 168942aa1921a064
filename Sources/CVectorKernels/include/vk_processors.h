// The number of processors, which Swift has only in Foundation.

#ifndef VK_PROCESSORS_H
#define VK_PROCESSORS_H

/// Returns the number of processors on which this process may run, at least 1. It is 1 if the system can't tell.
int vk_processor_count(void);

#endif
