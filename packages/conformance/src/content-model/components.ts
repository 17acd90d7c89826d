import { type ComponentSchema, relation } from './schema-file.js'

const component = (name: string, displayName: string, attributes: ComponentSchema['attributes']): ComponentSchema => ({
  collectionName: `components_conf_${name}s`,
  info: { displayName },
  attributes,
})

/** Components by uid, `<category>.<name>`. */
export const components: Readonly<Record<string, ComponentSchema>> = {
  'conf.link': component('link', 'Conf link', { label: { type: 'string' }, url: { type: 'string' } }),
  'conf.seo': component('seo', 'Conf seo', {
    metaTitle: { type: 'string' },
    metaDescription: { type: 'string' },
    canonical: { type: 'component', repeatable: false, component: 'conf.link' },
  }),
  'conf.quote': component('quote', 'Conf quote', {
    text: { type: 'string' },
    stars: { type: 'integer' },
    category: relation('oneToOne', 'conf-category'),
  }),
  'conf.note': component('note', 'Conf note', {
    heading: { type: 'string' },
    links: { type: 'component', repeatable: true, component: 'conf.link' },
  }),
  // What some callers must not see, inside a component.
  'conf.guard': component('guard', 'Conf guard', {
    note: { type: 'string' },
    hidden: { type: 'string', private: true },
    pass: { type: 'password' },
    article: relation('oneToOne', 'conf-article'),
    vault: relation('oneToOne', 'conf-vault'),
  }),
}
