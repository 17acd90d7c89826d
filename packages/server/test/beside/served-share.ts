import type { StrapiVersion } from '@content-api/strapi-tables/layout'
import { getOrCreate } from '@content-api/engine/on-demand'
import { type Answer, type Call, servedBy } from './http-client.js'
import type { ProofTarget } from './recorded-project.js'
import { percent, type Report } from './report.js'

type Interface = 'REST' | 'GraphQL'

/** The least share of Strapi's responses with the status 200 and without errors that this server must give itself. */
const least: Readonly<Record<StrapiVersion, number>> = { 4: 0.8, 5: 0.85 }

interface CountedRead extends Pick<Call, 'method' | 'path' | 'body'> {
  /** The request's id, by which `reasonsOf` finds the reason. */
  readonly id?: string
  readonly caller?: string | undefined
}

/** Reasons that are printed, each with a forwarded read. */
const mostShown = 25

interface Forwarded {
  readonly interface: Interface
  /** The request's id. */
  readonly id: string | undefined
  /** The request in plain text. */
  readonly read: string
}

/** Why requests were forwarded, by their ids. */
type Reasons = ReadonlyMap<string, string>

/** The configuration of a server whose log has the reasons. */
export const logsReasons = { log: { level: 'debug', format: 'json' } } as const

/** Returns why requests were forwarded, from the log of a server that has stopped. */
export function reasonsOf(output: readonly string[]): Reasons {
  const lines = output.filter((line) => line.includes('"Forwarded to Strapi"'))
  return new Map(
    lines.map((line) => {
      const { requestId, reason } = JSON.parse(line) as { readonly requestId: string; readonly reason: string }
      return [requestId, reason]
    }),
  )
}

/** Counts which of the reads that succeed are served. */
export class ServedShare {
  readonly #counts: Readonly<Record<Interface, { ok: number; served: number }>> = {
    REST: { ok: 0, served: 0 },
    GraphQL: { ok: 0, served: 0 },
  }
  readonly #forwarded: Forwarded[] = []

  add({ method, path, caller, body, id }: CountedRead, theirs: Answer, ours: Answer): void {
    const isGraphql = path.startsWith('/graphql')
    if (theirs.status !== 200 || (isGraphql && theirs.text.startsWith('{"errors"'))) return
    const kind = isGraphql ? 'GraphQL' : 'REST'
    const counts = this.#counts[kind]
    counts.ok++
    if (servedBy(ours) === 'content-api') return void counts.served++
    const read = `as ${caller ?? 'public'}: ${method} ${body === undefined ? plain(path) : JSON.stringify(body)}`
    this.#forwarded.push({ interface: kind, id, read })
  }

  /** Prints why reads were forwarded, the most frequent reasons first. */
  #sayReasons(report: Report, reasons: Reasons): void {
    const keyOf = ({ interface: kind, id = '' }: Forwarded) => `${kind}: ${reasons.get(id) ?? 'unknown reason'}`
    const groups = new Map<string, Forwarded[]>()
    for (const read of this.#forwarded) getOrCreate(groups, keyOf(read), () => []).push(read)
    const sorted = [...groups].toSorted(([, one], [, other]) => other.length - one.length)
    for (const [reason, reads] of sorted.slice(0, mostShown)) {
      report.say(`  ${reads.length} forwarded by ${reason}, such as ${reads[0]?.read}`)
    }
  }

  /** Prints the shares, and requires the least ones. */
  check({ version, name }: ProofTarget, report: Report, reasons: Reasons = new Map()): void {
    this.#sayReasons(report, reasons)
    const all = { ok: 0, served: 0 }
    for (const [kind, { ok, served }] of Object.entries(this.#counts)) {
      report.say(`  ${name}: served ${percent(served, ok)} of the reads by ${kind} that succeed`)
      all.ok += ok
      all.served += served
    }
    const isEnough = all.served >= least[version] * all.ok
    report.check(isEnough, `${name}: served ${percent(all.served, all.ok)} of the reads that succeed`)
  }
}

function plain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
