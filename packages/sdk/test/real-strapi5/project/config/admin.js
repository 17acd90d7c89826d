module.exports = () => ({ serveAdminPanel: false, flags: { nps: false, promoteEE: false } })
