module.exports = (policyContext, config) => {
  policyContext.state.policy = policyContext.type
  return config.answer
}
