import type { CallCase } from './call-route.js'

const create = (name: string, data: Readonly<Record<string, unknown>>): CallCase => ({
  calls: [{ on: 'entityService', uid: `api::${name}.${name}`, method: 'create', args: [{ data }] }],
  keep: true,
})

const day = (number: number) => `2024-0${(number % 9) + 1}-1${number % 10}`

/** The words of all texts. Filters use them, too. They are in lower case: SQLite ignores the case in Strapi. */
export const words = ['amber', 'birch', 'cedar', 'dune', 'ember', 'fjord', 'grove', 'heath']

const word = (index: number) => words[index % words.length] as string

/** The numbers of entries by type. Their ids start at 1. */
export const contentCounts = { tag: 5, author: 6, place: 6, book: 12, about: 1 } as const

const tags = Array.from({ length: contentCounts.tag }, (_, index) => create('tag', { label: word(index) }))

/** Three places in English, and three in French, of which two are localizations of the first. */
const places = Array.from({ length: contentCounts.place }, (_, index) =>
  create('place', {
    name: `${word(index)} town`,
    people: index === 2 ? null : index * 100,
    locale: index % 2 === 0 ? 'en' : 'fr',
    publishedAt: index === 4 ? null : `${day(index)}T08:00:00.000Z`,
  }),
)

const authors = Array.from({ length: contentCounts.author }, (_, index) => {
  const known = index > 0 ? { teacher: Math.ceil(index / 2), friends: index > 1 ? [index, index - 1] : [index] } : {}
  const home = index < 3 ? { home: index * 2 + 1 } : {}
  return create('author', { name: word(index), born: index === 3 ? null : day(index), ...known, ...home })
})

const cover = (index: number) => ({
  alt: word(index + 3),
  width: index * 10,
  artist: (index % contentCounts.author) + 1,
})

const books = Array.from({ length: contentCounts.book }, (_, index) =>
  create('book', {
    title: `${word(index)} ${word(index * 3 + 1)}`,
    blurb: index % 4 === 1 ? null : `a ${word(index + 2)} blurb`,
    story: index % 3 === 2 ? null : `# ${word(index)}`,
    pages: index % 5 === 4 ? null : index * 7 + 1,
    copies: index % 3 === 0 ? null : String(index * 1000),
    price: index % 4 === 3 ? null : index * 1.25,
    rating: index % 6 === 5 ? null : index / 4,
    ...(index % 3 !== 0 && { stocked: index % 2 === 0 }),
    released: index % 5 === 3 ? null : day(index),
    opens: index % 4 === 2 ? null : `0${index % 10}:30:00.000`,
    reviewed: index % 4 === 0 ? null : `${day(index + 1)}T10:20:30.000Z`,
    genre: ['novel', 'essay', 'verse', null][index % 4],
    contact: index % 3 === 1 ? null : `${word(index)}@example.com`,
    extra: [null, { a: index }, [index, 'b'], 'plain'][index % 4],
    slug: `${word(index)}-${index}`,
    code: index % 4 === 2 ? null : `ab-${index}`,
    hidden: word(index + 5),
    author: index % 4 === 3 ? null : (index % contentCounts.author) + 1,
    tags: [[], [1], [2, 1], [5, 3, 4]][index % 4],
    ...(index > 0 && index % 2 === 0 && { sequel: index }),
    ...(index > 3 && index % 3 === 0 && { related: [index - 2, index - 1] }),
    ...(index % 3 === 0 && { cover: cover(index) }),
    ...(index % 3 === 1 && {
      chapters: [
        { heading: `${word(index)} one`, number: 1, tags: [1, 2] },
        { heading: `${word(index)} two`, number: 2, cover: cover(index) },
      ],
    }),
    ...(index % 4 === 1 && {
      parts: [
        { __component: 'shared.chapter', heading: word(index), number: index, tags: [3] },
        { __component: 'shared.cover', ...cover(index) },
      ],
    }),
    publishedAt: index % 3 === 2 ? null : `${day(index)}T08:00:00.000Z`,
  }),
)

const about = [create('about', { text: 'about amber', author: 2, cover: cover(1) })]

/** The calls that create the content. */
export const libraryContent: readonly CallCase[] = [...tags, ...places, ...authors, ...books, ...about]
