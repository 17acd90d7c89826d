import type { SingleBar } from 'cli-progress'

export interface Progress {
  update(done: number, detail?: string): void
  stop(): void
}

/** A bar on standard error while it is a terminal; nothing in pipes and logs. */
export async function progressBar(label: string, total: number): Promise<Progress> {
  if (!process.stderr.isTTY || total === 0) return { update: () => undefined, stop: () => undefined }
  const { default: bars } = await import('cli-progress')
  const bar: SingleBar = new bars.SingleBar(
    { format: `${label} {bar} {percentage} % | {detail}`, hideCursor: true },
    bars.Presets.shades_classic,
  )
  bar.start(total, 0, { detail: '' })
  return {
    update: (done, detail = '') => bar.update(done, { detail }),
    stop: () => bar.stop(),
  }
}

/** For example `171,075 entries in 12.3 s, 13,908 per second`. */
export function rateOf(entries: number, started: number): string {
  const seconds = Math.max((performance.now() - started) / 1_000, 0.001)
  const number = new Intl.NumberFormat('en')
  const count = `${number.format(entries)} ${entries === 1 ? 'entry' : 'entries'}`
  return `${count} in ${seconds.toFixed(1)} s, ${number.format(Math.round(entries / seconds))} per second`
}
