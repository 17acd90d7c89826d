module.exports = {
  name: 'at-most',
  handler(policyContext, config) {
    const limit = policyContext.args.pagination?.limit ?? Number(policyContext.args.id ?? 100)
    return limit <= (config?.id ?? 2)
  },
}
