import { read } from '../../check/read.js'
import type { EntryId } from '../../target/entry-view.js'
import type { ScenarioContext } from '../scenario-context.js'

/** Checks that an article, a list of articles and the response to an update don't contain these attributes. */
export async function expectNotReturned(t: ScenarioContext, id: EntryId, names: readonly string[]): Promise<void> {
  for (const response of [await t.read('article', id), await t.mine('article'), await t.update('article', id, {})]) {
    const found = Array.isArray(read(response.body, 'data')) ? t.entries(response) : [t.entry(response)]
    const keys = found.flatMap(({ attributes }) => Object.keys(attributes))
    t.equal(
      response,
      'The response contains them',
      keys.filter((key) => names.includes(key)),
      [],
    )
  }
}
