export {};
//# sourceMappingURL=forms.js.map