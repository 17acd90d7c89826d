import { anythingHidden, anythingOpen, withheld } from './model.js'
import type { Probe } from './probe.js'
import type { TextResponse, CallerName, Sent, World } from './world.js'

export interface Proof {
  readonly requests: number
  /** The number of probes with an open twin. */
  readonly controls: number
  /** Probes that found a leak, with the responses. */
  readonly leaks: readonly string[]
  /** Probes whose open twin revealed nothing, so that the probe could not find a leak. */
  readonly blind: readonly string[]
}

/** Sends all probes, one after the other, and returns what they found. */
export async function prove(world: World, probes: readonly Probe[]): Promise<Proof> {
  const questions = new Questions(world)
  const leaks: string[] = []
  const blind: string[] = []
  for (const probe of probes) {
    const leak = await questions.leak(probe)
    if (leak !== null) leaks.push(leak)
    const missed = await questions.blindness(probe)
    if (missed !== null) blind.push(missed)
  }
  const controls = probes.filter(({ twin }) => twin !== undefined).length
  return { requests: questions.requests, controls, leaks, blind }
}

/** Returns the first leak, or null. */
export async function firstLeak(world: World, probes: readonly Probe[]): Promise<string | null> {
  const questions = new Questions(world)
  for (const probe of probes) {
    const leak = await questions.leak(probe)
    if (leak !== null) return leak
  }
  return null
}

/** Matches relations to types that the caller may not find. */
const withheldFrom: Readonly<Record<CallerName, RegExp>> = {
  full: /$^/,
  reader: new RegExp(`${withheld.word}|"(vault|owner)"\\s*:\\s*[^n\\s]`),
  clerk: new RegExp(`${withheld.word}|"role"\\s*:\\s*[^n\\s]`),
}

class Questions {
  requests = 0
  /** Responses to the requests without a guess, by caller and request. */
  private readonly baselines = new Map<string, string>()

  constructor(private readonly world: World) {}

  /**
   * Returns the leak of a probe, or null. Compares whole responses: status, entries, their order and number,
   * and error messages.
   */
  async leak({ surface, caller, requested, none }: Probe): Promise<string | null> {
    const responses = await this.askAll(caller, requested)
    const [right, wrong] = responses
    const report = (what: string) => `${surface}: ${JSON.stringify(requested[0])} as ${caller} ${what}`
    for (const { status, text } of responses) {
      const shown = anythingHidden.exec(text) ?? withheldFrom[caller].exec(text)
      if (shown) return report(`shows ${shown[0]}`)
      if (status >= 500) return report(`fails: ${text}`)
    }
    if (!right || !wrong) return null
    if (right.status !== wrong.status || right.text !== wrong.text) {
      return report(`differs from a wrong guess: ${responses.map(inShort).join(' or ')}`)
    }
    if (!none || isRefusal(right) || right.text === (await this.withoutGuess(caller, none))) return null
    return report(`has an effect: ${inShort(right)}`)
  }

  /** Returns the response for the open twin if it reveals nothing, otherwise null. */
  async blindness({ surface, caller, twin }: Probe): Promise<string | null> {
    if (!twin) return null
    const responses = await this.askAll(caller, twin)
    const [right, wrong] = responses
    if (!right) return null
    const seen = wrong
      ? right.text !== wrong.text && responses.some((response) => !isRefusal(response))
      : !isRefusal(right) && anythingOpen.test(right.text)
    return seen ? null : `${surface}: ${JSON.stringify(twin[0])} as ${caller}: ${inShort(right)}`
  }

  private askAll(caller: CallerName, all: readonly Sent[]): Promise<TextResponse[]> {
    this.requests += all.length
    return Promise.all(all.map((sent) => this.world.ask(caller, sent)))
  }

  private async withoutGuess(caller: CallerName, none: Sent): Promise<string> {
    const key = `${caller} ${JSON.stringify(none)}`
    const known = this.baselines.get(key) ?? (await this.askAll(caller, [none]))[0]?.text ?? ''
    this.baselines.set(key, known)
    return known
  }
}

function isRefusal({ status, text }: TextResponse): boolean {
  return status >= 400 || text.startsWith('{"errors"')
}

function inShort({ status, text }: TextResponse): string {
  return `${status} ${text.slice(0, 200)}`
}
