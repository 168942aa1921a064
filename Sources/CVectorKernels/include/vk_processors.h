// The number of processors, which Swift has only in Foundation.

#ifndef VK_PROCESSORS_H
#define VK_PROCESSORS_H

/// Returns how many processors this process may run on, at least 1; 1 where nobody can be asked.
int vk_processor_count(void);

#endif
