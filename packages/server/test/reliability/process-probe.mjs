import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded into a server's process before it (`--import`): answers what it is asked over the channel between processes.
 * `memory`: bytes of the heap after a collection, resident bytes and their maximum, and how much is open; `delay`: the
 * 99th percentile of the event loop's delay since it was last asked, in milliseconds; `processor`: the milliseconds for which
 * processors have worked for it, on all threads.
 */
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

const answers = {
  memory() {
    globalThis.gc()
    const { heapUsed, rss } = process.memoryUsage()
    return { heapUsed, rss, maxRss: process.resourceUsage().maxRSS * 1024, open: process.getActiveResourcesInfo() }
  },
  delay() {
    const milliseconds = delay.percentile(99) / 1e6
    delay.reset()
    return { milliseconds }
  },
  processor() {
    const { user, system } = process.cpuUsage()
    return { milliseconds: (user + system) / 1e3 }
  },
}

process.on('message', (question) => process.send(answers[question]()))
// The channel must not keep a process alive that has nothing else to do.
process.channel.unref()
