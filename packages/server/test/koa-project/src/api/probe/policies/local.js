module.exports = () => true
