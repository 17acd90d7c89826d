import { type SchemaSources, createRegistry } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import {
  articleOf,
  file,
  problemsOfArticle,
  problemsOfAttribute,
  resolvedAttribute,
  warningsOfArticle,
  warningsOfAttribute,
} from './problems.js'

const at = (path: string, message: string, suggestion?: string) => [
  { file, path: path === '' ? 'attributes.x' : `attributes.x.${path}`, message, ...(suggestion && { suggestion }) },
]

describe('the type of an attribute', () => {
  const types =
    'string, text, richtext, enumeration, email, password, uid, date, time, datetime, timestamp, integer, biginteger, float, decimal, boolean, array, json, blocks, media, relation, component, dynamiczone'

  it.each([
    ['strin', 'string'],
    ['String', 'string'],
    ['number', 'integer'],
    ['image', 'media'],
    ['dynamicZone', 'dynamiczone'],
  ])('%s is reported with a suggestion', (written, meant) => {
    expect(warningsOfAttribute({ type: written })).toEqual(
      at('type', `is "${written}", which is not an attribute type (${types}). The attribute is left out.`, meant),
    )
  })

  it('must be present, in an object', () => {
    expect(warningsOfAttribute({})).toEqual(at('type', 'is missing. The attribute is left out.'))
    expect(resolvedAttribute({})).toBeUndefined()
    expect(warningsOfAttribute({ type: 7 })).toEqual(at('type', 'must be text, but is 7. The attribute is left out.'))
    expect(problemsOfAttribute('string')).toEqual(at('', 'must be an object with a "type", but is "string".'))
  })

  it('must not be a property of the prototype', () => {
    expect(warningsOfAttribute({ type: 'constructor' })).toMatchObject([{ path: 'attributes.x.type' }])
  })
})

describe('an option of an attribute', () => {
  it.each([
    [
      { type: 'string', maxLenght: 3 },
      'maxLenght',
      'is not an option of a string attribute, so it has no effect.',
      'maxLength',
    ],
    [
      { type: 'email', requierd: true },
      'requierd',
      'is not an option of an email attribute, so it has no effect.',
      'required',
    ],
    [
      { type: 'boolean', colour: 'red' },
      'colour',
      'is not an option of a boolean attribute, so it has no effect.',
      undefined,
    ],
    [
      { type: 'integer', minLength: 3 },
      'minLength',
      'does not apply to an integer attribute, so it has no effect.',
      undefined,
    ],
    [{ type: 'string', required: 'yes' }, 'required', 'must be true or false, but is "yes".', undefined],
    [{ type: 'string', minLength: -1 }, 'minLength', 'must be at least 0, but is -1.', undefined],
    [{ type: 'string', maxLength: 1.5 }, 'maxLength', 'must be a whole number, but is 1.5.', undefined],
    [{ type: 'integer', min: 'few' }, 'min', 'must be a number, but is "few".', undefined],
    [{ type: 'string', regex: 7 }, 'regex', 'must be text, but is 7.', undefined],
    [{ type: 'media', allowedTypes: [] }, 'allowedTypes', 'must not be empty.', undefined],
    [
      { type: 'media', allowedTypes: ['files', 'image'] },
      'allowedTypes.1',
      'must be "images", "videos", "files" or "audios", but is "image".',
      'images',
    ],
    [
      { type: 'string', pluginOptions: { i18n: { localised: true } } },
      'pluginOptions.i18n.localised',
      'is not an option of the i18n plugin, so it has no effect.',
      'localized',
    ],
    [
      { type: 'string', pluginOptions: 1 },
      'pluginOptions',
      'must be an object with the options of each plugin.',
      undefined,
    ],
  ])('%j', (attribute, path, message, suggestion) => {
    expect(warningsOfAttribute(attribute)).toEqual(at(path, message, suggestion))
  })

  it('of Strapi 4 that has no effect here is accepted', () => {
    const irrelevant = {
      configurable: false,
      visible: true,
      columnType: 'longtext',
      column: {},
      searchable: false,
      writable: true,
      description: '',
      customField: 'plugin::x.y',
      pluginOptions: { 'content-manager': { visible: false } },
    }
    expect(warningsOfAttribute({ type: 'string', ...irrelevant })).toEqual([])
  })
})

describe('bounds', () => {
  it.each([
    [{ type: 'string', minLength: 9, maxLength: 3 }, 'minLength', 'is 9, which is more than "maxLength", 3.'],
    [{ type: 'integer', min: 2, max: 1 }, 'min', 'is 2, which is more than "max", 1.'],
    [{ type: 'float', min: 0.2, max: 0.1 }, 'min', 'is 0.2, which is more than "max", 0.1.'],
    [
      { type: 'biginteger', min: '9007199254740993', max: '9007199254740992' },
      'min',
      'is 9007199254740993, which is more than "max", 9007199254740992.',
    ],
  ])('that allow no value are reported: %j', (attribute, path, message) => {
    expect(warningsOfAttribute(attribute)).toEqual(at(path, message))
  })
})

describe('an enumeration', () => {
  it('without values stops the start', () => {
    expect(problemsOfAttribute({ type: 'enumeration' })).toEqual(at('enum', 'is missing.'))
  })

  it.each([
    [{ enum: [] }, 'enum', 'is empty, so the attribute is a string.', undefined],
    [{ enum: ['a', ''] }, 'enum.1', 'must not be empty. The value is left out.', undefined],
    [{ enum: ['a', 'b', 'a'] }, 'enum.2', 'repeats "a".', undefined],
    [
      { enum: ['news', 'opinion'], default: 'new' },
      'default',
      'is "new", which is not in "enum". The default is left out.',
      'news',
    ],
  ])('%j', (options, path, message, suggestion) => {
    expect(warningsOfAttribute({ type: 'enumeration', ...options })).toEqual(at(path, message, suggestion))
  })

  it('works with the values that are left', () => {
    expect(resolvedAttribute({ type: 'enumeration', enum: ['a', '', 'a', 'b'] })).toEqual({
      type: 'enumeration',
      enum: ['a', 'b'],
    })
    expect(resolvedAttribute({ type: 'enumeration', enum: [] })).toEqual({ type: 'string' })
  })
})

describe('a default', () => {
  it.each([
    [{ type: 'string', default: [] }, 'must be text, but is [].'],
    [{ type: 'string', minLength: 3, default: 'ab' }, 'has 2 characters, fewer than "minLength", 3.'],
    [{ type: 'text', maxLength: 3, default: 'abcd' }, 'has 4 characters, more than "maxLength", 3.'],
    [{ type: 'email', default: 'nobody' }, 'must be an e-mail address, but is "nobody".'],
    [{ type: 'uid', default: 'a b' }, 'must be made of letters, digits and - _ . ~, but is "a b".'],
    [{ type: 'integer', default: 1.5 }, 'must be a whole number, but is 1.5.'],
    [{ type: 'integer', min: 1, default: 0 }, 'is 0, which is less than "min", 1.'],
    [{ type: 'decimal', max: 1, default: 1.5 }, 'is 1.5, which is more than "max", 1.'],
    [{ type: 'biginteger', default: 'x' }, 'must be a whole number, or a string for one beyond 2^53, but is "x".'],
    [{ type: 'float', default: 'one' }, 'must be a number, but is "one".'],
    [{ type: 'boolean', default: 'yes' }, 'must be true or false, but is "yes".'],
    [{ type: 'date', default: '2023-02-31' }, 'must be a date such as "2024-02-29", but is "2023-02-31".'],
    [{ type: 'time', default: '25:00' }, 'must be a time such as "13:05:00.000", but is "25:00".'],
    [
      { type: 'datetime', default: 'now' },
      'must be an ISO 8601 date-time such as "2024-02-29T13:05:00.000Z", but is "now".',
    ],
    [{ type: 'timestamp', default: true }, 'must be milliseconds since 1970 or an ISO 8601 date-time, but is true.'],
    [{ type: 'array', default: {} }, 'must be a list, but is {}.'],
    [{ type: 'blocks', default: 'x' }, 'must be a list, but is "x".'],
  ])('that the attribute rejects is left out: %j', (attribute, message) => {
    expect(warningsOfAttribute(attribute)).toEqual(at('default', `${message} The default is left out.`))
    expect(resolvedAttribute(attribute)).not.toHaveProperty('default')
  })

  it.each([
    ['string', 5, '5'],
    ['integer', '5', 5],
    ['float', '0.5', 0.5],
    ['boolean', 'false', false],
  ])('of a %s is converted from %j, as in Strapi', (type, written, value) => {
    expect(warningsOfAttribute({ type, default: written })).toEqual([])
    expect(resolvedAttribute({ type, default: written })).toEqual({ type, default: value })
  })

  it("that doesn't match the pattern is reported", () => {
    expect(warningsOfAttribute({ type: 'string', regex: '^[a-z]+$', default: 'A' })).toEqual(
      at('default', 'is "A", which doesn\'t match "regex". The default is left out.'),
    )
  })

  it.each([
    { type: 'string', default: null },
    { type: 'date', default: '2024-02-29' },
    { type: 'date', default: '2024-02-29T10:00:00.000Z' },
    { type: 'time', default: '13:05' },
    { type: 'datetime', default: '2024-02-29T10:00:00+02:00' },
    { type: 'timestamp', default: '1709287200000' },
    { type: 'biginteger', min: '0', default: '9007199254740993' },
    { type: 'json', default: 'any' },
    { type: 'array', default: [1] },
  ])('that is valid is accepted: %j', (attribute) => {
    expect(warningsOfAttribute(attribute)).toEqual([])
  })
})

describe('a regular expression', () => {
  it('that is not valid has no effect', () => {
    const attribute = { type: 'string', regex: '[a' }
    const message = 'is not a valid regular expression: /[a/: Unterminated character class. The pattern has no effect.'
    expect(warningsOfAttribute(attribute)).toEqual(at('regex', message))
    expect(resolvedAttribute(attribute)).toEqual({ type: 'string' })
  })

  it.each(['^(a+)+$', '([1-9][0-9]*)\\/([1-9][0-9]{3})', '^(\\w)\\1$'])('may be %s', (regex) => {
    expect(warningsOfAttribute({ type: 'string', regex })).toEqual([])
  })
})

describe('the source of a uid', () => {
  it.each([
    ['titel', 'is "titel", which is not an attribute of api::article.article.', 'title'],
    ['size', 'is "size", which is of type integer: a uid can only be generated from text.', undefined],
  ])('%s', (targetField, message, suggestion) => {
    const attributes = { title: { type: 'string' }, size: { type: 'integer' }, x: { type: 'uid', targetField } }
    expect(warningsOfArticle(attributes)).toEqual(at('targetField', message, suggestion))
  })

  it('that could not be read is reported once', () => {
    expect(warningsOfArticle({ title: { type: 'strin' }, x: { type: 'uid', targetField: 'title' } })).toMatchObject([
      { path: 'attributes.title.type' },
    ])
  })
})

describe('the name of an attribute', () => {
  const reserved = (name: string) => `is reserved: the service adds "${name}" itself.`
  const syntax = 'is not a name that requests can contain.'

  it('must not be id', () => {
    expect(problemsOfArticle({ id: { type: 'string' } })).toEqual([
      { file, path: 'attributes.id', message: reserved('id') },
    ])
  })

  it.each([
    ['createdAt', reserved('createdAt')],
    ['updatedAt', reserved('updatedAt')],
    ['publishedAt', reserved('publishedAt')],
    ['locale', reserved('locale')],
    ['localizations', reserved('localizations')],
    ['createdBy', reserved('createdBy')],
    ['updatedBy', reserved('updatedBy')],
    ['__component', 'is reserved: it names the component of an item in a dynamic zone.'],
    ['constructor', 'is a property of every JavaScript object.'],
    ['__proto__', 'is a property of every JavaScript object.'],
    ['*', syntax],
    ['a"b', syntax],
    ['a\tb', syntax],
    ['', syntax],
  ])('%j leaves the attribute out', (name, reason) => {
    const attributes = JSON.parse(`{ ${JSON.stringify(name)}: { "type": "boolean" } }`) as object
    const rest = { options: { draftAndPublish: true }, pluginOptions: { i18n: { localized: true } } }
    const message = `${reason} The attribute is left out.`
    expect(warningsOfArticle(attributes, rest)).toEqual([{ file, path: `attributes.${name}`, message }])
    const { declared } = createRegistry(articleOf(attributes, rest) as SchemaSources).contentType(file)
    expect(Object.keys(declared)).toEqual([])
  })

  it.each([
    'publishedAt',
    'locale',
    'localizations',
    'ID',
    '1st',
    'first-name',
    'Straße',
    'two words',
    'a.b',
    'a[b]',
    '$x',
  ])('may be %j', (name) => expect(warningsOfArticle({ [name]: { type: 'string' } })).toEqual([]))

  it('may differ from another only in case', () => {
    expect(warningsOfArticle({ title: { type: 'string' }, Title: { type: 'text' } })).toEqual([])
  })
})

describe('a custom field', () => {
  const color = { type: 'customField', customField: 'plugin::color-picker.color' }

  it('of a well-known plugin has the type that the plugin stores', () => {
    expect(warningsOfAttribute({ ...color, required: true })).toEqual([])
    expect(resolvedAttribute({ ...color, required: true })).toEqual({
      type: 'string',
      customField: 'plugin::color-picker.color',
      required: true,
    })
    expect(resolvedAttribute({ type: 'customField', customField: 'plugin::multi-select.multi-select' })).toMatchObject({
      type: 'json',
    })
  })

  it('keeps its name and its options for the code of its plugin', () => {
    const options = { format: 'hex' }
    expect(resolvedAttribute({ ...color, options })).toEqual({
      type: 'string',
      customField: color.customField,
      options,
    })
    expect(resolvedAttribute({ type: 'string', options, customField: 'x' })).toEqual({ type: 'string' })
  })

  it('has the type of the table that is passed', () => {
    const sources = articleOf({ x: { type: 'customField', customField: 'global::stars', min: 1 } }) as SchemaSources
    const registry = createRegistry({ ...sources, customFields: { 'global::stars': 'integer' } })
    expect(registry.warnings).toEqual([])
    expect(registry.contentType(file).declared['x']).toMatchObject({ type: 'integer', min: 1 })
  })

  it('of another plugin is a string', () => {
    const unknown = { type: 'customField', customField: 'plugin::stars.stars', private: true }
    expect(resolvedAttribute(unknown)).toMatchObject({ type: 'string', private: true })
    expect(warningsOfAttribute(unknown)).toEqual(
      at(
        'customField',
        'is "plugin::stars.stars", whose stored type is unknown, so it is stored as "string". Set it in the configuration: customFields: { "plugin::stars.stars": "json" }.',
      ),
    )
  })
})
