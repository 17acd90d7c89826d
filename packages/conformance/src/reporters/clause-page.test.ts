import { describe, expect, it } from 'vitest'
import { exampleOf } from '../ledger/examples.js'
import { ledger } from '../ledger/ledger.js'
import { allClauses } from '../ledger/ledgers.js'
import { clauseLink, clausePage } from './clause-page.js'

describe('the page of all clauses', () => {
  const page = clausePage()

  it('has an anchor for every clause linked from reports, and no broken links', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const reached = (link: string) => ids.has(decodeURIComponent(link.slice(link.indexOf('#') + 1)))
    expect(allClauses.filter(({ id }) => !reached(clauseLink(id))).map(({ id }) => id)).toEqual([])
    const links = [...page.matchAll(/href="(#[^"]+)"/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !reached(link))).toEqual([])
  })

  it('shows an example of every verified clause of Strapi 4, and only of those', () => {
    expect(ledger.filter(({ id, excluded }) => (exampleOf(id) === undefined) !== (excluded !== undefined))).toEqual([])
  })
})
