export default ({ strapi }) => ({
  store: () => strapi.store({ type: 'plugin', name: 'tool' }),
  async remember(key: string, value: unknown) {
    await this.store().set({ key, value })
  },
  recall(key: string) {
    return strapi.store.get({ type: 'plugin', name: 'tool', key })
  },
})
