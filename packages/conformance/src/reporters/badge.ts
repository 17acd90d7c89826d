import type { Report } from './report-schema.js'
import { escapeXml } from './xml.js'

const colours = {
  conformant: '#2e7d32',
  violation: '#c62828',
  incomplete: '#b26a00',
  'harness-error': '#6a1b9a',
  leftovers: '#b26a00',
} as const

const width = (text: string) => Math.round(text.length * 6.6 + 12)

/** A badge as SVG, without any reference to another file or host. */
export function badge(report: Report): string {
  const label = 'content API'
  const { totals, outcome, tier } = report
  const applicable = report.results.length - totals['not-applicable']
  const value =
    outcome === 'conformant'
      ? `conformant, tier ${tier} (${totals.pass}/${applicable})`
      : `${outcome} (${totals.pass}/${applicable})`
  const [left, right] = [width(label), width(value)]
  const text = (at: number, content: string) =>
    `<text x="${at}" y="14" fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${escapeXml(content)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escapeXml(`${label}: ${value}`)}"><title>${escapeXml(`${label}: ${value}`)}</title><clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath><g clip-path="url(#r)"><rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="${colours[outcome]}"/></g>${text(left / 2, label)}${text(left + right / 2, value)}</svg>\n`
}
