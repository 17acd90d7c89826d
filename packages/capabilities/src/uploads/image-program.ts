import { type ChildProcess, spawn } from 'node:child_process'

/** Seconds after which the library stops processing an image. */
export const imageSeconds = 60

/** The code of the process. It is a string, so that it is the same in TypeScript sources and in the built package. */
const program = `
const { statSync } = require('node:fs')
const memory = Number(process.argv[2])
process.on('disconnect', () => process.exit())
let sharp
try {
  sharp = require(process.argv[1])
} catch (error) {
  process.send({ unusable: error.message }, () => process.exit())
}
const resident = () => process.memoryUsage.rss()
const before = resident()
async function inspect({ inspect, options }) {
  const { exif, xmp, iptc, ...image } = await sharp(inspect, options).metadata()
  const fileBytes = statSync(inspect).size
  const withoutMetadata = !exif && !xmp && !iptc
  const { format, width, height, pageHeight, channels, depth, isProgressive, orientation, chromaSubsampling } = image
  const header = { format, width, height, pageHeight, channels, depth, isProgressive, orientation, chromaSubsampling }
  return { ...header, fileBytes, withoutMetadata }
}
async function write({ from, to, options, format, box, orientation }) {
  let image = sharp(from, options)
  image = orientation ? image.withExif({ IFD0: { Orientation: String(orientation) } }) : image.autoOrient()
  if (box) image = image.resize({ ...box, fit: 'inside' })
  if (format) image = image[format.name](format.options)
  const { width, height, pageHeight, size } = await image.timeout({ seconds: ${imageSeconds} }).toFile(to)
  return { width, height: pageHeight ?? height, size }
}
process.on('message', async (job) => {
  // The decoder runs in another thread and can't be stopped, so the process kills itself if it uses too much memory.
  const guard = setInterval(() => {
    if (resident() - before <= memory) return
    clearInterval(guard)
    process.send({ tooMuch: true, last: true }, () => process.kill(process.pid, 'SIGKILL'))
  }, 2)
  let reply
  try {
    reply = { result: await (job.inspect ? inspect(job) : write(job)) }
  } catch (error) {
    reply = { message: error.message }
  }
  clearInterval(guard)
  const last = resident() - before > memory / 5
  process.send({ ...reply, last }, () => last && process.exit())
})
if (sharp) {
  sharp.cache(false)
  sharp.concurrency(1)
  process.send({ result: 'ready' })
}
`

/**
 * With one arena, one thread and a fixed threshold, glibc returns freed memory to the system. By default,
 * four threads process images alternately, and each keeps memory in its own arena. These variables must be
 * set before a process starts.
 */
const environment = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', UV_THREADPOOL_SIZE: '1' }

/**
 * Starts a process that runs one job at a time. Its first message is `{ result: 'ready' }`. If the library
 * doesn't load, it is `{ unusable }` with the reason.
 * @param memory the maximum bytes that one image may add to the memory of the process
 */
export function launchImageProgram(library: string, memory: number): ChildProcess {
  return spawn(process.execPath, ['-e', program, library, String(memory)], {
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
