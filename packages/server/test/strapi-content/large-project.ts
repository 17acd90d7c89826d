import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'

const string = { type: 'string' }
const relation = (kind: string, target: string, more: object = {}) => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
})
const type = (singularName: string, pluralName: string, attributes: object) => ({
  kind: 'collectionType',
  collectionName: pluralName,
  info: { singularName, pluralName, displayName: singularName },
  options: { draftAndPublish: true },
  attributes,
})

const schemas: Readonly<Record<string, object>> = {
  'src/api/person/content-types/person/schema.json': type('person', 'people', {
    name: string,
    email: { type: 'email' },
    stories: relation('oneToMany', 'api::story.story', { mappedBy: 'author' }),
  }),
  'src/api/topic/content-types/topic/schema.json': type('topic', 'topics', {
    name: string,
    stories: relation('manyToMany', 'api::story.story', { mappedBy: 'topics' }),
  }),
  'src/api/story/content-types/story/schema.json': type('story', 'stories', {
    title: string,
    slug: { type: 'uid' },
    body: { type: 'richtext' },
    rating: { type: 'integer' },
    day: { type: 'date' },
    author: relation('manyToOne', 'api::person.person', { inversedBy: 'stories' }),
    topics: relation('manyToMany', 'api::topic.topic', { inversedBy: 'stories' }),
    seo: { type: 'component', component: 'part.seo', repeatable: false },
  }),
  'src/api/comment/content-types/comment/schema.json': type('comment', 'comments', {
    text: { type: 'text' },
    story: relation('manyToOne', 'api::story.story'),
  }),
  'src/components/part/seo.json': {
    collectionName: 'components_part_seos',
    info: { displayName: 'Seo' },
    attributes: { metaTitle: string, metaDescription: { type: 'text' }, noIndex: { type: 'boolean' } },
  },
}

/** Writes the schemas of a project. */
export async function writeLargeProject(folder: string): Promise<void> {
  for (const [path, schema] of Object.entries(schemas)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), JSON.stringify(schema))
  }
}

const times = { createdAt: '2024-01-05T00:00:00.000Z', updatedAt: '2024-01-06T00:00:00.000Z', publishedAt: null }
const text = 'A paragraph of a few words that somebody wrote about something else. '

/** Returns the entries of an archive. Each comes before the entries that it references. */
function* entitiesOf(total: number): Generator<object> {
  const count = sharesOf(total)
  for (let id = 1; id <= count.comment; id++) yield { type: 'api::comment.comment', id, data: { text, ...times } }
  for (let id = 1; id <= count.story; id++) {
    const seo = { id, metaTitle: `Story ${id}`, metaDescription: text, noIndex: false }
    const own = { title: `Story ${id}`, slug: `story-${id}`, body: text.repeat(4), rating: id % 10, day: '2024-02-29' }
    yield { type: 'api::story.story', id, data: { ...own, ...times, seo } }
  }
  for (let id = 1; id <= count.person; id++) {
    yield { type: 'api::person.person', id, data: { name: `Person ${id}`, email: `p${id}@example.com`, ...times } }
  }
  for (let id = 1; id <= count.topic; id++)
    yield { type: 'api::topic.topic', id, data: { name: `Topic ${id}`, ...times } }
}

/** Returns the number of entries of each type. */
export const sharesOf = (total: number) => ({
  comment: Math.floor(total * 0.4),
  story: Math.floor(total * 0.5),
  person: Math.floor(total * 0.09),
  topic: total - Math.floor(total * 0.4) - Math.floor(total * 0.5) - Math.floor(total * 0.09),
})

function* linksOf(total: number): Generator<object> {
  const { comment, story, person, topic } = sharesOf(total)
  const link = (relation: string, left: object, right: object) => ({ kind: 'relation.basic', relation, left, right })
  const ofStory = (field: string, ref: number, pos?: number) => ({ type: 'api::story.story', field, ref, pos })
  for (let id = 1; id <= comment; id++) {
    const left = { type: 'api::comment.comment', field: 'story', ref: id }
    yield link('manyToOne', left, { type: 'api::story.story', ref: (id % story) + 1 })
  }
  for (let id = 1; id <= story; id++) {
    const author = { type: 'api::person.person', field: 'stories', ref: (id % person) + 1, pos: Math.ceil(id / person) }
    yield link('manyToOne', ofStory('author', id), author)
    for (const [index, offset] of [0, 7].entries()) {
      const right = { type: 'api::topic.topic', field: 'stories', ref: ((id + offset) % topic) + 1, pos: id }
      yield link('manyToMany', ofStory('topics', id, index + 1), right)
    }
  }
}

/** Writes an archive with `total` entries, as `strapi export` does. */
export async function writeLargeArchive(file: string, total: number): Promise<void> {
  const tar = pack()
  const written = pipeline(tar, createGzip({ level: 1 }), createWriteStream(file))
  for (const [name, rows] of [
    ['entities', entitiesOf(total)],
    ['links', linksOf(total)],
  ] as const) {
    let number = 0
    let lines: string[] = []
    const flush = () => {
      number++
      const path = `${name}/${name}_${String(number).padStart(5, '0')}.jsonl`
      return new Promise<void>((resolve) => tar.entry({ name: path }, lines.join(''), () => resolve()))
    }
    for (const row of rows) {
      lines.push(`${JSON.stringify(row)}\n`)
      if (lines.length < 20_000) continue
      await flush()
      lines = []
    }
    await flush()
  }
  tar.entry({ name: 'metadata.json' }, '{"strapi":{"version":"4.26.2"}}')
  tar.finalize()
  await written
}
