// The processors of the machine. Swift has their number only in Foundation, and the rest nowhere.

#ifndef VK_PROCESSORS_H
#define VK_PROCESSORS_H

/// Returns the number of processors on which this process may run, at least 1. It is 1 if the system can't tell.
int vk_processor_count(void);

/// Returns the number of the processor on which the calling thread runs, or -1 if the system can't tell.
int vk_current_processor(void);

/// Lets the calling thread run on every processor to which it is confined but one, instead of the one that it avoided
/// before. It avoids none if the number is -1, or that of a processor on which it can't run, or of its only one. Systems
/// other than Linux ignore the call.
void vk_avoid_processor(int processor);

#endif
