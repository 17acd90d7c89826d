import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded into a server's process before the server (`--import`). Responds to messages on the IPC channel:
 * - `memory`: the bytes of the heap after a collection, the resident bytes, their maximum since the last call
 * - `open`: the kinds of open resources
 * - `delay`: the 99th percentile of the event loop's delay since the last call, in milliseconds
 * - `processor`: the milliseconds of processor time on all threads, and on the main thread
 * - `exhaust` opens files until no more can be opened, `release` closes them: their number
 */
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

const files = []

const responses = {
  exhaust() {
    try {
      for (;;) files.push(openSync('/dev/null', 'r'))
    } catch (error) {
      if (error.code !== 'EMFILE') throw error
    }
    return { files: files.length }
  },
  release() {
    const all = files.splice(0)
    for (const file of all) closeSync(file)
    return { files: all.length }
  },
  memory() {
    globalThis.gc()
    const { heapUsed, rss } = process.memoryUsage()
    return { heapUsed, rss, maxRss: takeMaxRss() }
  },
  open() {
    return { open: process.getActiveResourcesInfo() }
  },
  delay() {
    const milliseconds = delay.percentile(99) / 1e6
    delay.reset()
    return { milliseconds }
  },
  processor() {
    const { user, system } = process.cpuUsage()
    return { milliseconds: (user + system) / 1e3, main: mainThread() ?? (user + system) / 1e3 }
  },
}

/**
 * Returns the maximum of the resident bytes and, on Linux, starts a new one. `resourceUsage().maxRSS` is only
 * used on other systems: on Linux it also counts the memory of the process that started this one.
 */
function takeMaxRss() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
  writeFileSync('/proc/self/clear_refs', '5')
  return Number(kilobytes) * 1024
}

/**
 * Returns the milliseconds for which the main thread ran, without waiting for other programs; undefined where
 * neither Node (from 23.9) nor the system knows. On Linux the id of this thread is that of its process.
 */
function mainThread() {
  if (process.platform === 'linux') {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  }
  const usage = process.threadCpuUsage?.()
  return usage && (usage.user + usage.system) / 1e3
}

process.on('message', (question) => process.send(responses[question]()))
// The channel must not keep an otherwise finished process alive.
process.channel.unref()
