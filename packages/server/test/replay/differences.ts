import { projectDifferences } from '../strapi-project-differences.js'
import type { Rule } from './rule.js'
import { countDecisions } from './report.js'
import type { Verdict } from './verdict.js'

/** `docs/differences.md`: what a client of Strapi 4.26 finds otherwise here, decision by decision. */
export function printDifferences(rules: readonly Rule[], verdicts: readonly Verdict[]): string {
  const counts = countDecisions(verdicts)
  const ofProject = projectDifferences.flatMap(({ name, told, replaced }) => (told ? [{ name, told, replaced }] : []))
  const names = [...new Set([...rules, ...ofProject].map(({ name }) => name))].toSorted()
  const sections = names.map((name) => {
    const code = ofProject.filter((difference) => difference.name === name)
    const own = [...rules.filter((rule) => rule.name === name), ...code.map(({ told }) => told)]
    const told = new Map(own.map(({ strapi, ours, why }) => [`${strapi} ${ours}`, { strapi, ours, why }]))
    const met = code.reduce((sum, { replaced }) => sum + Object.keys(replaced).length, 0)
    const count = (counts.get(name) ?? 0) + met
    return [
      `## ${titleOf(name)}`,
      '',
      ...[...told.values()].flatMap(({ strapi, ours, why }) => [
        `- **Strapi** ${strapi}`,
        `- **Here** the service ${ours}`,
        `- **Because** ${why.charAt(0).toLowerCase()}${why.slice(1)}`,
        '',
      ]),
      `${count === 1 ? '1 recorded exchange' : `${count} recorded exchanges`}, see [the decision](../decisions/${name}.md).`,
      '',
    ].join('\n')
  })
  return `${head}\n\n${sections.join('\n').trimEnd()}`
}

const head = `# What differs from Strapi 4.26

A client written for Strapi 4.26 gets the same answers from this service, with \`api.rest.strictParams\` set to false, but
for what is listed here. The list is printed by \`pnpm replay --differences\` from the rules by which recorded exchanges are
judged (\`packages/server/test/replay\`), with the number of exchanges that each rule was met in. What differs for code of a
project is found with a recorded project (\`packages/server/test/strapi-project-differences.ts\`).`

/** The name of a decision without its number, as a heading. */
function titleOf(name: string): string {
  const words = name.replace(/^\d+-/, '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
