const open = (method: string, name: string) => ({
  method,
  path: `/tools/${name}`,
  handler: `tool.${name}`,
  config: { auth: false },
})

export default {
  routes: [
    open('POST', 'transaction'),
    open('GET', 'store'),
    open('POST', 'mail'),
    open('POST', 'upload'),
    open('POST', 'token'),
    open('GET', 'users'),
    open('GET', 'locales'),
    open('GET', 'fail'),
    open('GET', 'nothing'),
  ],
}
