import { describe, expect, it } from 'vitest'
import { strapiUtils } from './strapi-utils.js'

type Call = readonly [name: string, values: readonly unknown[], result: unknown]

// Untyped, as for project code.
// oxlint-disable-next-line typescript/no-explicit-any
const utils = strapiUtils as any

/** The results of Strapi 4.26.2. */
const calls: readonly Call[] = [
  ['nameToSlug', ['Žluťoučký Kůň & co_x'], 'zlutoucky-kun-and-co-x'],
  ['nameToSlug', ['A B', { separator: '_' }], 'a_b'],
  ['nameToCollectionName', ['Ab cd-Ef'], 'ab_cd_ef'],
  ['getCommonBeginning', ['abcd', 'abx'], 'ab'],
  ['escapeQuery', ['a%b_c', '%_'], 'a\\%b\\_c'],
  ['stringIncludes', [['1', 'a'], 1], true],
  ['stringEquals', [1, '1'], true],
  ['isKebabCase', ['a-b1'], true],
  ['isKebabCase', ['a'], true],
  ['isKebabCase', ['aB'], false],
  ['isCamelCase', ['aB'], true],
  ['isCamelCase', ['a'], false],
  ['isCamelCase', ['ABc'], false],
  ['toRegressedEnumValue', ['Foo bar & Č'], 'Foo_bar_and_C'],
  ['toRegressedEnumValue', ['A_b-c 3'], 'A_b_c_3'],
  ['startsWithANumber', ['1a'], true],
  ['joinBy', ['/', 'a/', '/b', 'c/'], 'a/b/c/'],
  ['joinBy', ['/', '/a/', '//b//', '/c'], '/a/b/c'],
  ['toKebabCase', ['fooBar2 Baz'], 'foo-bar-2-baz'],
  ['removeUndefined', [{ a: undefined, b: { c: undefined }, d: null }], { b: { c: undefined }, d: null }],
  ['keysDeep', [{ a: { b: 1, c: { d: 2 } }, e: [] }], ['a.b', 'a.c.d']],
  ['isOperator', ['$eq'], true],
  ['isOperator', ['$like'], false],
  ['isOperator', ['$EQ'], false],
  ['isOperator', ['$EQ', true], true],
  ['generateTimestampCode', [new Date(1_700_000_000_000)], 'loyw3v28'],
  ['parseType', [{ type: 'boolean', value: 't' }], true],
  ['parseType', [{ type: 'boolean', value: 'x', forceCast: true }], true],
  ['parseType', [{ type: 'integer', value: '12abc' }], Number.NaN],
  ['parseType', [{ type: 'biginteger', value: '12' }], 12],
  ['parseType', [{ type: 'decimal', value: '' }], 0],
  ['parseType', [{ type: 'time', value: '10:11:12' }], '10:11:12.000'],
  ['parseType', [{ type: 'date', value: '2024-01-02T10:00:00Z' }], '2024-01-02'],
  ['parseType', [{ type: 'datetime', value: '2024-01-02T10:00:00Z' }], new Date('2024-01-02T10:00:00Z')],
  ['parseType', [{ type: 'string', value: 5 }], 5],
  [
    'getConfigUrls',
    [{ server: { url: 'https://x.example/a/' }, admin: { url: '/admin' } }],
    { serverUrl: 'https://x.example/a', adminUrl: 'https://x.example/a/admin', adminPath: '/admin' },
  ],
  [
    'getConfigUrls',
    [{ server: { url: '/base' }, admin: { url: '/dash' } }],
    { serverUrl: '/base', adminUrl: '/base/dash', adminPath: '/base/dash' },
  ],
  [
    'getConfigUrls',
    [{ server: { url: 'https://y.z' }, admin: { url: 'https://adm.q/x/' } }],
    { serverUrl: 'https://y.z', adminUrl: 'https://adm.q/x', adminPath: '/x' },
  ],
  ['getAbsoluteServerUrl', [{ server: { host: '0.0.0.0', port: 1337 } }], 'http://0.0.0.0:1337'],
  ['getAbsoluteServerUrl', [{ server: { host: 'localhost', port: 1337, url: '/base' } }], 'http://localhost:1337/base'],
  ['getAbsoluteAdminUrl', [{ server: { host: 'localhost', port: 1337 }, admin: {} }], 'http://localhost:1337/admin'],
]

it.each(calls)('%s(…%j) returns what Strapi returns', (name, values, result) => {
  expect(utils[name](...values)).toEqual(result)
})

it.each([
  [{}, { start: 0, limit: 10 }],
  [
    { page: 2, pageSize: 10 },
    { start: 10, limit: 10 },
  ],
  [
    { page: -1, pageSize: 0 },
    { start: 0, limit: 1 },
  ],
  [{ start: '2' }, { start: 2, limit: 10 }],
  [{ pageSize: '1000' }, { start: 0, limit: 50 }],
  [
    { start: 0, limit: -1 },
    { start: 0, limit: 50 },
  ],
  [{ withCount: 'true' }, { withCount: 'true', start: 0, limit: 10 }],
])('withDefaultPagination converts %j', (input, result) => {
  expect(utils.pagination.withDefaultPagination(input, { maxLimit: 50 })).toEqual(result)
})

it('runs asynchronous steps, and gets their values later', async () => {
  const plusOne = async (value: number) => value + 1
  expect(await utils.pipeAsync(plusOne, (value: number) => value * 2)(3)).toBe(8)
  expect(await utils.mapAsync([1, 2, 3], plusOne, { concurrency: 2 })).toEqual([2, 3, 4])
  expect(await utils.mapAsync([1, 2])(plusOne)).toEqual([2, 3])
  expect(await utils.reduceAsync([1, 2, 3])(async (sum: number, value: number) => sum + value, 10)).toBe(16)
  expect(await utils.forEachAsync([1], plusOne)).toBeUndefined()
})

describe('errors', () => {
  const { errors } = utils

  it('have the messages and classes of Strapi', () => {
    expect(new errors.PaginationError()).toMatchObject({ name: 'PaginationError', message: 'Invalid pagination' })
    expect(new errors.ValidationError()).toMatchObject({ message: 'An application error occured', details: {} })
    expect(new errors.NotImplementedError()).toMatchObject({ status: 501 })
    const policy = new errors.PolicyError('No', { policy: 'p' })
    expect(policy).toBeInstanceOf(errors.ForbiddenError)
    expect(policy).toBeInstanceOf(errors.ApplicationError)
    expect(policy).not.toBeInstanceOf(errors.NotFoundError)
    expect(policy.details).toEqual({ policy: 'p' })
  })

  it('include those of yup', async () => {
    const { yup, validateYupSchema } = utils
    const schema = yup.object().shape({
      email: yup.string().email().required(),
      list: yup.array().of(yup.object({ count: yup.number().min(3) })),
    })
    const problem = (path: string[], message: string) => ({ path, message, name: 'ValidationError' })
    const failing = validateYupSchema(schema)({ email: 'x', list: [{ count: 1 }] })
    await expect(failing).rejects.toMatchObject({
      name: 'ValidationError',
      message: '2 errors occurred',
      details: {
        errors: [
          problem(['email'], 'email must be a valid email'),
          problem(['list', '0', 'count'], 'list[0].count must be greater than or equal to 3'),
        ],
      },
    })
    await expect(failing).rejects.toBeInstanceOf(errors.YupValidationError)
    await expect(failing).rejects.toBeInstanceOf(errors.ValidationError)
    await expect(validateYupSchema(schema)({}, 'Mine')).rejects.toMatchObject({
      message: 'Mine',
      details: { errors: [problem(['email'], 'email is a required field')] },
    })
    expect(await validateYupSchema(schema)({ email: 'a@b.de', other: 1 })).toEqual({ email: 'a@b.de', other: 1 })
    const loose = { email: 'a@b.de', list: [{ count: '5' }] }
    await expect(validateYupSchema(schema)(loose)).rejects.toThrow('must be a `number` type')
    expect(await validateYupSchema(schema, { strict: false })(loose)).toMatchObject({ list: [{ count: 5 }] })
  })
})

// Untyped, as for project code.
// oxlint-disable-next-line typescript/no-explicit-any
type SchemaOf = (yup: any) => unknown

const yupChecks: readonly (readonly [name: string, schema: SchemaOf, value: unknown, message: string])[] = [
  ['strapiID', (yup) => yup.strapiID(), -1, 'value must be a `strapiID` type, but the final value was: `-1`.'],
  ['notNil', (yup) => yup.mixed().notNil(), null, 'value must be defined.'],
  ['isFunction', (yup) => yup.mixed().isFunction(), 3, 'value is not a function'],
  ['isCamelCase', (yup) => yup.string().isCamelCase(), 'a-b', 'value is not in camel case (anExampleOfCamelCase)'],
  ['isKebabCase', (yup) => yup.string().isKebabCase(), 'aB', 'value is not in kebab case (an-example-of-kebab-case)'],
  [
    'onlyContainsFunctions',
    (yup) => yup.object().onlyContainsFunctions(),
    { a: 1 },
    'value contains values that are not functions',
  ],
  ['uniqueProperty', (yup) => yup.array().uniqueProperty('a', 'repeated'), [{ a: 1 }, { a: 1 }], '2 errors occurred'],
]

it.each(yupChecks)('yup has the check %s of Strapi', (_name, schemaOf, value, message) => {
  const schema = utils.yup.object({ value: schemaOf(utils.yup) })
  expect(() => utils.validateYupSchemaSync(schema)({ value })).toThrow(message)
})

const model = {
  kind: 'collectionType',
  info: { singularName: 'item', pluralName: 'items' },
  options: { draftAndPublish: true },
  attributes: {
    title: { type: 'string' },
    secret: { type: 'string', private: true },
    fixed: { type: 'string', writable: false },
    hidden: { type: 'string', visible: false },
    one: { type: 'relation', relation: 'manyToOne', target: 'x' },
    many: { type: 'relation', relation: 'oneToMany', target: 'x' },
    any: { type: 'relation', relation: 'morphToMany' },
    cover: { type: 'media' },
    part: { type: 'component', component: 'x.y' },
    zone: { type: 'dynamiczone' },
    createdAt: { type: 'datetime' },
    publishedAt: { type: 'datetime' },
  },
}

it.each([
  ['getTimestamps', ['createdAt']],
  ['getCreatorFields', []],
  ['getNonWritableAttributes', ['id', 'createdAt', 'fixed']],
  [
    'getWritableAttributes',
    ['title', 'secret', 'hidden', 'one', 'many', 'any', 'cover', 'part', 'zone', 'publishedAt'],
  ],
  ['getNonVisibleAttributes', ['id', 'createdAt', 'hidden']],
  ['getVisibleAttributes', ['title', 'secret', 'fixed', 'one', 'many', 'any', 'cover', 'part', 'zone', 'publishedAt']],
  ['getPrivateAttributes', ['secret']],
  ['getComponentAttributes', ['part', 'zone']],
  ['getScalarAttributes', ['title', 'secret', 'fixed', 'hidden', 'createdAt', 'publishedAt']],
  ['getOptions', { draftAndPublish: true }],
  ['hasDraftAndPublish', true],
  ['isSingleType', false],
  ['isCollectionType', true],
  ['getContentTypeRoutePrefix', 'items'],
])('contentTypes.%s reads a model', (name, result) => {
  expect(utils.contentTypes[name](model)).toEqual(result)
})

it('recognises attributes and relations', () => {
  const { contentTypes, relations } = utils
  const matching = (test: (attribute: object) => boolean) =>
    Object.entries(model.attributes).flatMap(([name, attribute]) => (test(attribute) ? [name] : []))
  expect(matching(contentTypes.isRelationalAttribute)).toEqual(['one', 'many', 'any'])
  expect(matching(contentTypes.isMorphToRelationalAttribute)).toEqual(['any'])
  expect(matching(contentTypes.isMediaAttribute)).toEqual(['cover'])
  expect(matching(relations.isAnyToMany)).toEqual(['many'])
  expect(matching(relations.isAnyToOne)).toEqual(['one'])
  expect(matching(relations.isManyToAny)).toEqual(['one'])
  expect(contentTypes.isPrivateAttribute(model, 'secret')).toBe(true)
  expect(contentTypes.isWritableAttribute(model, 'fixed')).toBe(false)
  expect(contentTypes.isDraft({ publishedAt: null }, model)).toBe(true)
  expect(utils.setCreatorFields({ user: { id: 3 } })({ a: 1 })).toEqual({ a: 1, createdBy: 3, updatedBy: 3 })
  expect(utils.setCreatorFields({ user: { id: 3 }, isEdition: true })({})).toEqual({ updatedBy: 3 })
})

it('lets code import unknown names, and throws when it uses names of Strapi that are missing', () => {
  const { sanitizeEntity, providerFactory } = utils
  expect(sanitizeEntity).toBeUndefined()
  expect(() => providerFactory({})).toThrow('providerFactory of @strapi/utils does not exist here')
})
