import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { decidedSteps, recordedSteps, runSteps, withoutIds } from './document-steps.js'
import { openRecordedServer } from './served-documents.js'

it.each(['sqlite', 'postgres'] as const)(
  'the document service runs the recorded steps of Strapi 5, on %s',
  async (dialect) => {
    const { service } = await openRecordedServer(dialect)
    const run = await runSteps(service, dialect)
    const recorded = recordedSteps(dialect).filter(({ step }) => run.some((each) => each.step === step))
    const isUndecided = ({ step }: { readonly step: string }) => !Object.hasOwn(decidedSteps, step)
    expect(run.filter(isUndecided).map(withoutIds)).toEqual(recorded.filter(isUndecided).map(withoutIds))
    for (const step of Object.keys(decidedSteps)) {
      const ours = run.find((each) => each.step === step)
      const theirs = recorded.find((each) => each.step === step)
      expect(ours && withoutIds(ours), step).not.toEqual(theirs && withoutIds(theirs))
    }
    const equal = run.length - Object.keys(decidedSteps).length
    process.stdout.write(`${dialect}: ${equal} of ${run.length} recorded steps of the document service are equal\n`)
  },
)

it('docs/differences-5.md explains each step that differs', () => {
  const page = readFileSync(new URL('../../../../docs/differences-5.md', import.meta.url), 'utf8')
  for (const heading of Object.values(decidedSteps)) expect(page).toContain(`## ${heading}\n`)
})
