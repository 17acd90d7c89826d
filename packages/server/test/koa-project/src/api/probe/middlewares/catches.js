module.exports = () => async (ctx, next) => {
  try {
    await next()
    ctx.set('x-caught', 'no')
  } catch (error) {
    ctx.set('x-caught', error.name)
    throw error
  }
}
