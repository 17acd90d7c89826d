module.exports = { i18n: { enabled: true } }
