import { isRecord, read } from '../../check/read.js'
import { upload } from '../../fixtures/upload.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'
import { expectNotReturned } from './not-returned.js'

const media = (
  id: string,
  clauses: readonly string[],
  title: string,
  run: (t: ScenarioContext) => Promise<void>,
): Scenario => scenario({ id: `rest.media.${id}`, clauses, title, needs: ['media'], run })

async function withFiles(t: ScenarioContext) {
  // Scenarios share the files, because they change only the articles that use them.
  const [one, two] = await t.fixtures.get(
    'files',
    async (session) => [(await upload(session, 'one.txt')).id, (await upload(session, 'two.txt')).id] as const,
  )
  const { id } = await t.make('article', { title: 'illustrated', cover: one, gallery: [two, one] })
  return { id, one, two }
}

export const mediaScenarios = [
  media(
    'not-by-default',
    ['1/media-not-populated', '2.3/media-left-out'],
    'Media are not returned unless populated',
    async (t) => {
      const { id } = await withFiles(t)
      await expectNotReturned(t, id, ['cover', 'gallery'])
    },
  ),
  media(
    'single',
    ['2.2/populated-media', '2.4/media'],
    'A single media attribute is { data: entry } with name, alternativeText, formats and url',
    async (t) => {
      const { id, one } = await withFiles(t)
      const response = await t.read('article', id, { populate: ['cover'] })
      const entry = t.entry(response)
      t.equal(response, 'Another file', t.related(response, entry, 'cover'), one)
      const record = read(entry.attributes, 'cover.data.attributes')
      if (!isRecord(record))
        return t.fail(response, 'The file has no attributes', { expected: 'an object', actual: record ?? null })
      t.equal(
        response,
        'Keys of the record are missing',
        ['alternativeText', 'formats', 'name', 'url'].filter((key) => !(key in record)),
        [],
      )
      t.equal(
        response,
        'Name or alternative text differ',
        [String(record['name']).endsWith('one.txt'), record['alternativeText']],
        [true, 'Alternative of one.txt'],
      )
      t.that(response, typeof record['url'] === 'string', 'url is not a string', 'a text', record['url'])
    },
  ),
  media(
    'multiple',
    ['2.2/populated-media'],
    'A multiple media attribute is { data: [entry, …] } in the written order',
    async (t) => {
      const { id, one, two } = await withFiles(t)
      const response = await t.read('article', id, { populate: ['gallery'] })
      t.equal(response, 'Other files', t.related(response, t.entry(response), 'gallery'), [two, one])
    },
  ),
  media('star', ['4.3/populate-star', '2.2/populated-media'], 'populate=* also populates media', async (t) => {
    const { id, one, two } = await withFiles(t)
    const response = await t.read('article', id, { populate: '*' })
    t.equal(response, 'Another file', t.related(response, t.entry(response), 'cover'), one)
    t.equal(response, 'Other files', t.related(response, t.entry(response), 'gallery'), [two, one])
  }),
  ...(['connect', 'disconnect'] as const).map((key) =>
    media(key, [`4.4/${key}-media`], `${key} is rejected on media, and nothing changes`, async (t) => {
      const { id, one, two } = await withFiles(t)
      await t.rejected(
        () => t.update('article', id, { gallery: { [key]: [one] } }),
        () => t.update('article', id, { title: 'same' }),
      )
      const response = await t.read('article', id, { populate: ['gallery'] })
      const found = t.related(response, t.entry(response), 'gallery')
      t.equal(response, 'The rejected request changed the files', found, [two, one])
    }),
  ),
  media('set', ['4.4/set-short', '2.2/populated-media'], 'set and a plain array replace the files', async (t) => {
    const { id, one, two } = await withFiles(t)
    for (const [value, expected] of [
      [{ set: [one] }, [one]],
      [[two], [two]],
    ] as const) {
      t.entry(await t.update('article', id, { gallery: value }))
      const response = await t.read('article', id, { populate: ['gallery'] })
      t.equal(response, 'Other files', t.related(response, t.entry(response), 'gallery'), expected)
    }
  }),
  media(
    'clear',
    ['4.1/r3-null', '2.2/populated-media'],
    'null clears a single media attribute, and the file stays',
    async (t) => {
      const { id, one } = await withFiles(t)
      t.entry(await t.update('article', id, { cover: null }))
      const response = await t.read('article', id, { populate: ['cover'] })
      t.equal(response, 'The file is still there', t.related(response, t.entry(response), 'cover'), null)
      t.status(await t.session.get(`/api/upload/files/${one}`), 200)
    },
  ),
]
