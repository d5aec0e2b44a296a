"""King (Кинг): a compendium of tricks to avoid, then to win back; Hearts and other relatives."""
