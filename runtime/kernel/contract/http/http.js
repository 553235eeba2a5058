export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
//# sourceMappingURL=http.js.map