import * as fc from 'fast-check'
import { type SchemaSources, mediaKinds } from '@content-api/model'

type Options = Readonly<Record<string, unknown>>

const flags = fc.record({ required: fc.boolean(), unique: fc.boolean(), private: fc.boolean() }, { requiredKeys: [] })
const localized = fc.constantFrom({}, { pluginOptions: { i18n: { localized: true } } })
const of = (type: string, options: fc.Arbitrary<Options> = fc.constant({})) =>
  fc.tuple(options, flags, localized).map(([own, common, i18n]) => ({ type, ...common, ...own, ...i18n }))

const textBounds = fc.record(
  { minLength: fc.nat(5), maxLength: fc.integer({ min: 5, max: 500 }), default: fc.constant('abcde') },
  { requiredKeys: [] },
)
const wholeBounds = fc.record(
  { min: fc.integer({ max: 0 }), max: fc.nat(), default: fc.constant(0) },
  { requiredKeys: [] },
)
const values = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 })
const counts = fc.record({ min: fc.nat(2), max: fc.integer({ min: 2, max: 9 }) }, { requiredKeys: [] })
const components = ['shared.seo', 'shared.link', 'blocks.quote']

const scalar: fc.Arbitrary<Options> = fc.oneof(
  ...['string', 'text', 'richtext', 'password'].map((type) => of(type, textBounds)),
  of('string', fc.constant({ regex: '^[a-z]+$', default: 'x' })),
  of('uid', fc.constantFrom<Options>({}, { targetField: 'title' })),
  of('email', fc.constantFrom<Options>({}, { default: 'someone@example.com' })),
  of(
    'enumeration',
    values.map((list) => ({ enum: list, default: list[0] })),
  ),
  of('integer', wholeBounds),
  of('biginteger', fc.constantFrom<Options>({}, { min: '-9223372036854775808', max: '9223372036854775807' })),
  ...['float', 'decimal'].map((type) => of(type, fc.constantFrom<Options>({}, { min: 0.1, max: 0.5, default: 0.25 }))),
  of('boolean', fc.constantFrom<Options>({}, { default: true })),
  of('date', fc.constantFrom<Options>({}, { default: '2024-02-29' })),
  ...['time', 'datetime', 'timestamp', 'array', 'json', 'blocks'].map((type) => of(type)),
)

const link: fc.Arbitrary<Options> = fc.oneof(
  of('media', fc.record({ multiple: fc.boolean(), allowedTypes: fc.subarray([...mediaKinds], { minLength: 1 }) })),
  of('component', fc.record({ component: fc.constantFrom(...components), repeatable: fc.boolean() })),
  of(
    'dynamiczone',
    fc.tuple(fc.subarray(components), counts).map(([list, bounds]) => ({ components: list, ...bounds })),
  ),
  of(
    'relation',
    fc.record({
      relation: fc.constantFrom('oneToOne', 'oneToMany', 'manyToOne', 'manyToMany'),
      target: fc.constantFrom('api::one.one', 'api::two.two', 'admin::user', 'plugin::upload.file'),
    }),
  ),
  of('relation', fc.record({ relation: fc.constantFrom('morphToOne', 'morphToMany') })),
)

const attributes = fc.dictionary(
  fc.stringMatching(/^x[A-Za-z0-9_]{0,8}$/).map((name) => name.toLowerCase()),
  fc.oneof(scalar, link),
  {
    maxKeys: 8,
  },
)

const mirrored = fc.constantFrom(['oneToOne', 'oneToOne'], ['manyToOne', 'oneToMany'], ['manyToMany', 'manyToMany'])

function contentType(name: string, own: fc.Arbitrary<Options>): fc.Arbitrary<Options> {
  return fc
    .record({
      kind: fc.constantFrom('collectionType', 'singleType'),
      draftAndPublish: fc.boolean(),
      populateCreatorFields: fc.boolean(),
      hidden: fc.subarray(['title', 'createdAt', 'createdBy']),
      localized: fc.boolean(),
      indexes: fc.subarray<unknown>([
        'title',
        ['title', 'updatedAt'],
        { attributes: ['title'], unique: true },
        { name: `${name}_by_update`, columns: ['updated_at', 'id'] },
      ]),
      own,
    })
    .map(({ kind, hidden, localized, indexes, own, ...options }) => ({
      kind,
      info: { singularName: name, pluralName: `${name}-list`, displayName: name.toUpperCase() },
      options: { ...options, privateAttributes: hidden },
      pluginOptions: localized ? { i18n: { localized } } : {},
      attributes: { title: { type: 'string' }, ...own },
      indexes,
    }))
}

const withTitle = scalar.map((subtitle) => ({ attributes: { title: { type: 'string' }, subtitle } }))

/** Valid sources with every attribute type and option, except `morphOne` and `morphMany`. */
export const validSources: fc.Arbitrary<SchemaSources> = fc
  .record({ ends: mirrored, one: attributes, two: attributes, seo: withTitle, link: withTitle, quote: withTitle })
  .chain(({ ends: [owner, inverse], one, two, ...parts }) => {
    const owning = { type: 'relation', relation: owner, target: 'api::two.two', inversedBy: 'ones' }
    const here = { type: 'relation', relation: inverse, target: 'api::one.one', mappedBy: 'two' }
    return fc.record({
      contentTypes: fc.record({
        'api::one.one': contentType('one', fc.constant({ ...one, two: owning })),
        'api::two.two': contentType('two', fc.constant({ ...two, ones: here })),
      }),
      components: fc.constant({ 'shared.seo': parts.seo, 'shared.link': parts.link, 'blocks.quote': parts.quote }),
    })
  }) as fc.Arbitrary<unknown> as fc.Arbitrary<SchemaSources>
