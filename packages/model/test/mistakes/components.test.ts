import { createRegistry } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { file, problemsOf, type, warningsOf } from './problems.js'

const component = (uid: string, rest: object = {}) => ({ type: 'component', component: uid, ...rest })
const seo = { 'shared.seo': { attributes: { title: { type: 'string' } } } }

const sourcesWith = (attribute: object) => ({
  contentTypes: { [file]: type('article', { x: attribute }) },
  components: seo,
})
const problemsWith = (attribute: object) => problemsOf(sourcesWith(attribute))
const warningsWith = (attribute: object) => warningsOf(sourcesWith(attribute))
const declaredWith = (attribute: object) => createRegistry(sourcesWith(attribute)).contentType(file).declared

describe('a component', () => {
  it("that isn't there leaves the attribute out", () => {
    expect(warningsWith(component('shared.seoo'))).toEqual([
      {
        file,
        path: 'attributes.x.component',
        message: 'is "shared.seoo", which is not a component of this project. The attribute is left out.',
        suggestion: 'shared.seo',
      },
    ])
    expect(warningsWith(component('seo'))).toMatchObject([{ suggestion: 'shared.seo' }])
    expect(declaredWith(component('seo'))).toEqual({})
    expect(problemsWith({ type: 'component' })).toEqual([
      { file, path: 'attributes.x.component', message: 'is missing.' },
    ])
  })

  it("of a zone that isn't there leaves the others", () => {
    const zone = { type: 'dynamiczone', components: ['shared.so', 'shared.seo'] }
    expect(warningsWith(zone)).toEqual([
      {
        file,
        path: 'attributes.x.components.0',
        message: 'is "shared.so", which is not a component of this project. The zone has no such items.',
        suggestion: 'shared.seo',
      },
    ])
    expect(declaredWith(zone)).toEqual({ x: { type: 'dynamiczone', components: ['shared.seo'] } })
  })

  it('may occur twice in a zone', () => {
    const zone = { type: 'dynamiczone', components: ['shared.seo', 'shared.seo'] }
    expect(warningsWith(zone)).toEqual([{ file, path: 'attributes.x.components.1', message: 'repeats "shared.seo".' }])
    expect(declaredWith(zone)).toEqual({ x: { type: 'dynamiczone', components: ['shared.seo'] } })
  })

  it.each([
    [component('shared.seo', { repeatable: true, min: 3, max: 2 })],
    [{ type: 'dynamiczone', components: ['shared.seo'], min: 3, max: 2 }],
  ])('with a minimum above its maximum is accepted with a warning: %j', (attribute) => {
    expect(warningsWith(attribute)).toEqual([
      { file, path: 'attributes.x.min', message: 'is 3, which is more than "max", 2.' },
    ])
  })

  it.each([
    [{ attribute: {} }, 'attribute', 'is not an option of a component, so it has no effect.', 'attributes'],
    [{ indexes: [] }, 'indexes', 'is not an option of a component, so it has no effect.', undefined],
    [
      { info: { displayNam: 'x' } },
      'info.displayNam',
      'is not an option of "info", so it has no effect.',
      'displayName',
    ],
  ])('with %j is accepted with a warning', (rest, path, message, suggestion) => {
    expect(warningsOf({ components: { 'shared.seo': { attributes: {}, ...rest } } })).toEqual([
      { file: 'shared.seo', path, message, ...(suggestion && { suggestion }) },
    ])
  })

  it('may have the option connection and any collectionName', () => {
    const components = { 'shared.seo': { connection: 'default', collectionName: 'a-B', attributes: {} } }
    expect(warningsOf({ components })).toEqual([])
  })

  it('may have attributes that are reserved in content types, except id', () => {
    const attributes = { locale: { type: 'string' }, id: { type: 'string' } }
    expect(problemsOf({ components: { 'shared.seo': { attributes } } })).toEqual([
      { file: 'shared.seo', path: 'attributes.id', message: 'is reserved: the service adds "id" itself.' },
    ])
  })

  it('must be an object, with a valid key that occurs once', () => {
    expect(problemsOf({ components: { seo: { attributes: {} } } })).toEqual([
      {
        file: 'seo',
        path: '',
        message: 'must be a uid such as "shared.seo" or the path of a component file in a project.',
      },
    ])
    expect(problemsOf({ components: { 'shared.seo': null } })).toMatchObject([{ file: 'shared.seo', path: '' }])
    const again = 'src/components/shared/seo.json'
    expect(problemsOf({ components: { ...seo, [again]: { attributes: {} } } })).toEqual([
      { file: again, path: '', message: 'defines shared.seo again, after "shared.seo".' },
    ])
  })
})

describe('components that contain themselves', () => {
  const required = { required: true }
  const cycle = (first: object, second: object) => ({
    'a.one': { attributes: { two: component('a.two', first) } },
    'a.two': { attributes: { one: component('a.one', second) } },
  })

  it('through required attributes are reported once', () => {
    expect(warningsOf({ components: cycle(required, required) })).toEqual([
      {
        file: 'a.one',
        path: 'attributes.two',
        message:
          'is part of a cycle of required components, which have no finite value: a.one.two → a.two.one → a.one. Make one optional.',
      },
    ])
  })

  it('directly, through a list or a zone that must not be empty, are reported', () => {
    const endless = [
      component('a.one', required),
      component('a.one', { ...required, repeatable: true, min: 1 }),
      { type: 'dynamiczone', components: ['a.one'], required: true, min: 1 },
    ]
    for (const x of endless) {
      expect(warningsOf({ components: { 'a.one': { attributes: { x } } } })).toEqual([
        {
          file: 'a.one',
          path: 'attributes.x',
          message:
            'is part of a cycle of required components, which have no finite value: a.one.x → a.one. Make one optional.',
        },
      ])
    }
  })

  it('through an optional attribute are accepted', () => {
    expect(warningsOf({ components: cycle(required, {}) })).toEqual([])
    expect(warningsOf({ components: cycle(required, { ...required, repeatable: true }) })).toEqual([])
    const zone = { type: 'dynamiczone', components: ['a.one', 'a.leaf'], required: true, min: 1 }
    const components = { 'a.one': { attributes: { zone } }, 'a.leaf': { attributes: {} } }
    expect(warningsOf({ components })).toEqual([])
  })

  it('are reported without the components that lead to them', () => {
    const components = { 'a.zero': { attributes: { one: component('a.one', required) } }, ...cycle(required, required) }
    expect(warningsOf({ components }).map(({ file, path }) => [file, path])).toEqual([['a.one', 'attributes.two']])
  })
})
