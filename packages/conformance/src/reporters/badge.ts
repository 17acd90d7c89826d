import type { Report } from './report-schema.js'
import { knownViolations } from './standing.js'
import { counted } from './show.js'
import { escapeXml } from './xml.js'

/** The colours of the background and the text. */
const colours = {
  conformant: ['#2e7d32', '#fff'],
  'known-violations': ['#f5c518', '#222'],
  violation: ['#c62828', '#fff'],
  incomplete: ['#a35200', '#fff'],
  'harness-error': ['#6a1b9a', '#fff'],
  leftovers: ['#a35200', '#fff'],
} as const

const width = (text: string) => Math.round(text.length * 6.6 + 12)

/** Returns a badge as SVG, without references to other files or hosts. */
export function badge(report: Report): string {
  const label = 'content API'
  const { totals, outcome, tier } = report
  const applicable = report.results.length - totals['not-applicable']
  const words = {
    conformant: `conformant, tier ${tier}`,
    'known-violations': `not conformant, ${counted(knownViolations(report), 'known violation')}`,
    violation: 'not conformant',
    incomplete: 'incomplete',
    'harness-error': 'harness error',
    leftovers: 'entries remain',
  }[outcome]
  const value = `${words} (${totals.pass}/${applicable})`
  const [background, foreground] = colours[outcome]
  const [left, right] = [width(label), width(value)]
  const text = (at: number, content: string, colour: string) =>
    `<text x="${at}" y="14" fill="${colour}" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${escapeXml(content)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escapeXml(`${label}: ${value}`)}"><title>${escapeXml(`${label}: ${value}`)}</title><clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath><g clip-path="url(#r)"><rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="${background}"/></g>${text(left / 2, label, '#fff')}${text(left + right / 2, value, foreground)}</svg>\n`
}
