import type { Clause, Level } from '../ledger/clause.js'
import { exampleLines, exampleOf } from '../ledger/examples.js'
import { allClauses, ledgerOf, sectionsOf } from '../ledger/ledgers.js'
import { type Generation, generations } from '../profile/generation.js'
import { citing } from '../scenarios/of-generation.js'
import { pageStyle } from './html-style.js'
import { escapeXml as text } from './xml.js'

/** The name of the page, in the folder of the reports that link to it. */
export const clausePageFile = 'clauses.html'

/** Returns the link from a report to a clause. */
export const clauseLink = (id: string): string => `${clausePageFile}#${encodeURIComponent(id)}`

/** Returns the file URL of a clause, on the page that is installed with this package. */
export const clausePageUrl = (id: string): string =>
  `${new URL('../../clauses.html', import.meta.url).href}#${encodeURIComponent(id)}`

/** The titles of the interfaces. */
const interfaces = {
  'strapi-4': 'Strapi 4',
  'strapi-5': 'Strapi 5',
} as const satisfies Record<Generation, string>

/** Descriptions of the levels. */
export const levelMeanings = {
  required: 'the specification says so',
  conditional: 'the specification says so of services that have the capability',
  observed: 'our interpretation: the specification leaves it open, and clients depend on it',
  disputed: 'our interpretation: the specification is silent or contradicts itself, and services differ',
} as const satisfies Record<Level, string>

function paragraphs({ id, level, when, reading, source, dispute, database, excluded }: Clause): string {
  const terms = {
    Level: `${level}${when === undefined ? '' : `, on ${when}`}: ${levelMeanings[level]}`,
    'Our reading': reading,
    Source: source,
    Disputed: dispute,
    Database: database,
    'Not verified': excluded,
  }
  const scenarios = citing(id).map((scenario) => `<li><code>${text(scenario.id)}</code> ${text(scenario.title)}</li>`)
  const rows = Object.entries(terms).flatMap(([term, value]) =>
    value === undefined ? [] : [`<div><dt>${term}</dt><dd>${text(value)}</dd></div>`],
  )
  const list = scenarios.length === 0 ? '' : `<p class="small">Scenarios</p><ul>${scenarios.join('')}</ul>`
  return `<dl class="legend">${rows.join('')}</dl>${list}`
}

function example(id: string): string {
  const found = exampleOf(id)
  if (!found) return ''
  const lines = exampleLines(found).join('\n')
  return `<details><summary>Example: ${text(found.method)}, status ${found.status}</summary><pre tabindex="0" aria-label="Example of ${text(id)}">${text(lines)}</pre></details>`
}

const article = (clause: Clause) =>
  `<article id="${text(clause.id)}"><h3><a href="#${encodeURIComponent(clause.id)}"><code>${text(clause.id)}</code></a></h3><p>${text(clause.text)}</p>${paragraphs(clause)}${example(clause.id)}</article>`

const style = `article{border-top:1px solid var(--line);padding:12px 0}article:target{background:var(--panel);outline:2px solid var(--accent)}h2{margin:32px 0 8px;font-size:19px}
h3{font-size:15px;margin:0 0 4px}h3 a{color:inherit;text-decoration:none}h3 a:hover{text-decoration:underline}article p{margin:4px 0}ul{margin:4px 0;padding-left:20px;font-size:13px}nav a{color:var(--accent)}nav{position:static}`

/** Returns one page with every clause: its section, paraphrase, interpretation, scenarios and an example. */
export function clausePage(): string {
  const parts = generations.map((generation) => ({
    title: interfaces[generation],
    sections: sectionsOf(generation).map(([name, title]) => ({
      name,
      title,
      clauses: allClauses.filter(({ section }) => section === name),
    })),
  }))
  const contents = parts
    .map(({ title, sections }) => {
      const links = sections.map((one) => `<a href="#s${one.name}">§${one.name} ${text(one.title)}</a>`)
      return `<span>${text(title)}</span>${links.join('')}`
    })
    .join('')
  const body = parts.flatMap(({ sections }) =>
    sections.map(
      ({ name, title, clauses }) =>
        `<section><h2 id="s${name}">§${name} ${text(title)}</h2>\n${clauses.map(article).join('\n')}</section>`,
    ),
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Clauses of the content API</title><style>${pageStyle}${style}</style></head>
<body><main><h1>Clauses of the content API</h1><p class="lead">${ledgerOf('strapi-4').length} statements of the specification, paraphrased, with the section each comes from, and ${ledgerOf('strapi-5').length} statements about Strapi 5, with the source of each. Examples were recorded from the reference server; ids are examples too.</p>
<nav aria-label="Sections">${contents}</nav>
${body.join('\n')}
</main></body></html>
`
}
