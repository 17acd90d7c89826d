import type { StrapiVersion } from '@content-api/engine/layout'
import { type Answer, type Call, servedBy } from './http-client.js'
import type { ProofTarget } from './recorded-project.js'
import { percent, type Report } from './report.js'

type Interface = 'REST' | 'GraphQL'

/** The least share of Strapi's responses with the status 200 and without errors that this server must give itself. */
const least: Readonly<Record<StrapiVersion, number>> = { 4: 0.8, 5: 0.85 }

interface CountedRead extends Pick<Call, 'method' | 'path' | 'body'> {
  readonly caller?: string | undefined
}

/** Forwarded reads that are printed. */
const mostShown = 25

/** Counts which of the reads that succeed are served. */
export class ServedShare {
  readonly #counts: Readonly<Record<Interface, { ok: number; served: number }>> = {
    REST: { ok: 0, served: 0 },
    GraphQL: { ok: 0, served: 0 },
  }
  readonly #forwarded: string[] = []

  add({ method, path, caller, body }: CountedRead, theirs: Answer, ours: Answer): void {
    const isGraphql = path.startsWith('/graphql')
    if (theirs.status !== 200 || (isGraphql && theirs.text.startsWith('{"errors"'))) return
    const counts = this.#counts[isGraphql ? 'GraphQL' : 'REST']
    counts.ok++
    if (servedBy(ours) === 'content-api') counts.served++
    else this.#forwarded.push(`as ${caller ?? 'public'}: ${method} ${isGraphql ? JSON.stringify(body) : plain(path)}`)
  }

  /** Prints the shares, and requires the least ones. */
  check({ version, name }: ProofTarget, report: Report): void {
    for (const line of this.#forwarded.slice(0, mostShown)) report.say(`  forwarded: ${line}`)
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
