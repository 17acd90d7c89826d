import { setFlagsFromString } from 'node:v8'

/**
 * The growth of the heap after which V8 collects all garbage, in percent of what the last collection kept.
 * V8's own choice also depends on earlier collections. Under load it was often a quarter, which made a
 * populated list take 26 instead of 8 ms at the 99th percentile. See decision 0355.
 */
const heapGrowth = 100

/**
 * Bytes of a block that is freed once. From then on, the allocator of Linux (glibc) keeps up to twice as much
 * memory. Without it, most processes got the memory of each response from the system again. See
 * decision 0370.
 */
const freedBlock = 8 * 1024 * 1024

/** Lets this process keep memory between requests. Commands that don't serve have no use for it. */
export function keepMemory(): void {
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`)
  // Nothing is written to it, so it takes no memory until the next garbage collection frees it.
  Buffer.allocUnsafeSlow(freedBlock)
}
