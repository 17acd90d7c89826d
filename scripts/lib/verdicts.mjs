import { buildMatrix, scenariosOf } from '../../packages/conformance/dist/index.js'
import { inRoot, readJson } from './root.mjs'

/**
 * The recorded verdicts by generation, then by target: `{ tier, outcome, pass, fail?, 'not-applicable'? }`.
 * `pass` is a number, the others are lists of scenarios. `pnpm record:verdicts` writes the files.
 */
export const verdictsFiles = {
  'strapi-4': inRoot('docs', 'conformance', 'verdicts.json'),
  'strapi-5': inRoot('docs', 'conformance', 'verdicts-strapi5.json'),
}

/** Why targets fail, written by hand. */
export const reasonsFile = inRoot('docs', 'conformance', 'reasons.json')

/** Returns what the file holds about one report of the suite. */
export function verdictsOf({ tier, outcome, totals, results }) {
  const others = Object.keys(totals).filter((verdict) => verdict !== 'pass' && totals[verdict] > 0)
  const idsOf = (wanted) => results.filter(({ verdict }) => verdict === wanted).map(({ id }) => id)
  return { tier, outcome, pass: totals.pass, ...Object.fromEntries(others.map((verdict) => [verdict, idsOf(verdict)])) }
}

/**
 * Returns the recorded verdict of each scenario that a target was tested with. Scenarios that no list has
 * passed.
 */
export function recordedVerdicts(target, generation = 'strapi-4') {
  const { tier, outcome: _outcome, pass: _pass, ...lists } = readJson(verdictsFiles[generation])[target]
  const listed = new Map(Object.entries(lists).flatMap(([verdict, ids]) => ids.map((id) => [id, verdict])))
  const tested = scenariosOf(generation).filter((scenario) => scenario.tier <= tier)
  return new Map(tested.map(({ id }) => [id, listed.get(id) ?? 'pass']))
}

/** Returns the matrix of all recorded targets, with the reason of each failure. It has no reproductions. */
export function recordedMatrix(generation = 'strapi-4') {
  const recorded = Object.entries(readJson(verdictsFiles[generation]))
  const reports = recorded.map(([name, { tier, outcome, pass, ...lists }]) => {
    const verdicts = recordedVerdicts(name, generation)
    const results = scenariosOf(generation)
      .filter(({ id }) => verdicts.has(id))
      .map((scenario) => ({ ...scenario, verdict: verdicts.get(scenario.id), differences: [] }))
    const totals = Object.fromEntries(Object.entries(lists).map(([verdict, ids]) => [verdict, ids.length]))
    return { target: { name }, tier, outcome, totals: { pass, fail: 0, 'not-applicable': 0, ...totals }, results }
  })
  return buildMatrix(reports, readJson(reasonsFile))
}
