import type { SingleBar } from 'cli-progress'

export interface Progress {
  /** @param detail such as `171,075 entries in 12.3 s` */
  update(done: number, detail?: string): void
  stop(): void
}

/** The stream that progress is written to. */
export interface ProgressOutput {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Milliseconds between two lines when the output is not a terminal. */
const betweenLines = 10_000

/** Shows a progress bar on standard error if that is a terminal; otherwise writes a line every ten seconds. */
export async function progressBar(
  label: string,
  total: number,
  { output = process.stderr, now = () => performance.now() }: { output?: ProgressOutput; now?: () => number } = {},
): Promise<Progress> {
  const started = now()
  const left = (done: number) => remaining(done, total, now() - started)
  if (!output.isTTY) return lines(label, total, { output, now, left })
  // The size of some inputs, such as standard input, is unknown, so there is no percentage to show.
  if (total === 0) return { update: () => undefined, stop: () => undefined }
  const { default: bars } = await import('cli-progress')
  const bar: SingleBar = new bars.SingleBar(
    { format: `${label} {bar} {percentage} % | {detail} | {left}`, hideCursor: true },
    bars.Presets.shades_classic,
  )
  bar.start(total, 0, { detail: '', left: '' })
  return {
    update: (done, detail = '') => bar.update(done, { detail, left: left(done) }),
    stop: () => bar.stop(),
  }
}

interface LinesScope {
  readonly output: ProgressOutput
  readonly now: () => number
  readonly left: (done: number) => string
}

function lines(label: string, total: number, { output, now, left }: LinesScope): Progress {
  let next = now() + betweenLines
  return {
    update(done, detail = '') {
      if (now() < next) return
      next = now() + betweenLines
      const percentage = total === 0 ? '' : ` ${Math.floor((100 * done) / total)} %`
      output.write(`${[`${label}${percentage}`, detail, left(done)].filter((part) => part !== '').join(', ')}\n`)
    },
    stop: () => undefined,
  }
}

/** Returns for example `about 1 min 20 s left`, or an empty string while the rate is unknown. */
function remaining(done: number, total: number, elapsed: number): string {
  if (done <= 0 || total === 0) return ''
  const seconds = Math.ceil(((total - done) * elapsed) / done / 1_000)
  return seconds < 60 ? `about ${seconds} s left` : `about ${Math.floor(seconds / 60)} min ${seconds % 60} s left`
}

/** Returns for example `171,075 entries in 12.3 s, 13,908 per second`. */
export function rateOf(entries: number, started: number): string {
  const seconds = Math.max((performance.now() - started) / 1_000, 0.001)
  const number = new Intl.NumberFormat('en')
  const count = `${number.format(entries)} ${entries === 1 ? 'entry' : 'entries'}`
  return `${count} in ${seconds.toFixed(1)} s, ${number.format(Math.round(entries / seconds))} per second`
}
