export {};
//# sourceMappingURL=record.js.map