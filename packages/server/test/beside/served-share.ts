import type { StrapiVersion } from '@content-api/engine/layout'
import { type Answer, type Call, servedBy } from './http-client.js'
import type { ProofTarget } from './recorded-project.js'
import { percent, type Report } from './report.js'

type Interface = 'REST' | 'GraphQL'

/**
 * The least share of Strapi's responses with the status 200 and without errors that this server must give
 * itself. Null: Strapi gives all of them.
 */
const least: Readonly<Record<StrapiVersion, Readonly<Record<Interface, number | null>>>> = {
  4: { REST: 0.8, GraphQL: 0.8 },
  5: { REST: 0.85, GraphQL: null },
}

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
    for (const [kind, { ok, served }] of Object.entries(this.#counts)) {
      if (ok === 0) continue
      const share = least[version][kind as Interface]
      const line = `${name}: served ${percent(served, ok)} of the reads by ${kind} that succeed`
      if (share === null) report.say(`  ${line}`)
      else report.check(served >= share * ok, line)
    }
  }
}

function plain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
